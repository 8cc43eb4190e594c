/**
 * The table of customer fields (specification section 3): each field once, with its label, its rule, its name in the user
 * record and the group it belongs to. The forms, the requests, the stored profile, the user record, the labels and the
 * update derive from it. The order is the order on the screens.
 */
import * as z from "zod/mini";
import {
  customerCategories,
  discoverySources,
  industries,
  positions,
  prefectures,
  tasks,
  usages,
} from "./enums.ts";
import {
  type Choice,
  numbered,
  oneOf,
  optionalText,
  pattern,
  requiredText,
  type TextOptions,
} from "./field-schema.ts";
import { limits } from "./limits.ts";
import { messages } from "./messages.ts";
import { foldWidth, formatCorporateNumber, formatKintoneDomain, toKatakana } from "./normalize.ts";
import {
  applicationIdPattern,
  hasValidCheckDigit,
  isDeliverableEmail,
  isMobileNumber,
  isPublicHttpsUrl,
  kintoneDomainPattern,
  phonePattern,
} from "./rules.ts";

/**
 * `company`, `contact` and `kintone`: sign-up step 1 and the first tab of /update. `voiceProvider`, `billingContact`: the
 * standard plan's. `verified`: changed by a verification only. `questionnaire`: asked at sign-up, not in the user record.
 */
export type FieldGroup =
  | "company"
  | "contact"
  | "kintone"
  | "verified"
  | "voiceProvider"
  | "billingContact"
  | "questionnaire";

interface Head {
  label: string;
  /** What the field is called for each customer category, where that differs. */
  labels?: readonly [corporation: string, soleProprietor: string, publicBody: string];
  group: FieldGroup;
  /** The name in the user record; a field without one is never shown again. */
  record?: string;
}

interface Row extends Head {
  required: boolean;
  stored: z.ZodMiniType;
  rule: z.ZodMiniType;
  /** Of a field that is chosen and not typed. */
  choices?: readonly Choice[];
}

/** As the table and the user record hold it; a record written before the field existed has the default. */
const storedText = z._default(z.string(), "");
const storedChoice = z._default(z.nullable(z.int()), null);
const storedRequiredChoice = z.int();

const required = <const H extends Head>(head: H, options?: TextOptions) => ({
  ...head,
  required: true as const,
  stored: storedText,
  rule: requiredText(head.label, options),
});
const optional = <const H extends Head>(head: H, options?: TextOptions) => ({
  ...head,
  required: false as const,
  stored: storedText,
  rule: optionalText(head.label, options),
});
const optionalChoice = <const H extends Head>(head: H, choices: readonly Choice[]) => ({
  ...head,
  required: false as const,
  stored: storedChoice,
  rule: z.optional(oneOf(choices)),
  choices,
});
const requiredChoice = <const H extends Head>(head: H, choices: readonly Choice[], message?: string) => ({
  ...head,
  required: true as const,
  stored: storedRequiredChoice,
  rule: oneOf(choices, message),
  choices,
});

const kana = { normalize: (text: string) => toKatakana(text).trim() };
const phone = { normalize: foldWidth, rules: [pattern(phonePattern, messages.phone)] };
const email = {
  normalize: foldWidth,
  max: limits.emailMaxLength,
  rules: [[isDeliverableEmail, messages.email] as const],
};

const usageChoices = numbered(usages);
const usage = z.optional(
  z.array(oneOf(usageChoices), { error: messages.choiceInvalid }).check(
    z.maxLength(usages.length, { error: messages.choiceInvalid }),
    z.refine((keys: number[]) => new Set(keys).size === keys.length, { error: messages.choiceInvalid }),
  ),
);

export const customerFields = {
  customerKbn: requiredChoice(
    { label: "お客様区分", group: "company", record: "CustomerKbn" },
    numbered(customerCategories),
  ),
  corporateName: required({
    label: "会社名",
    labels: ["会社名", "屋号またはお名前", "団体名"],
    group: "company",
    record: "CorporateName",
  }),
  corporateNumber: optional(
    { label: "法人番号", group: "company", record: "CorporateNumber" },
    {
      normalize: formatCorporateNumber,
      rules: [
        pattern(/^\d{13}$/, messages.corporateNumber),
        [hasValidCheckDigit, messages.corporateNumberCheckDigit],
      ],
    },
  ),
  corporatePhoneNumber: optional(
    {
      label: "会社電話番号",
      labels: ["会社電話番号", "電話番号", "団体の電話番号"],
      group: "company",
      record: "CorporatePhoneNumber",
    },
    phone,
  ),
  postalCode: required(
    { label: "郵便番号", group: "company", record: "PostalCode" },
    { normalize: foldWidth, rules: [pattern(/^\d{3}-\d{4}$/, messages.postalCode)] },
  ),
  prefecture: requiredChoice(
    { label: "都道府県", group: "company", record: "Prefecture" },
    Object.entries(prefectures).map(([key, label]) => ({ value: Number(key), label })),
    messages.prefectureRequired,
  ),
  city: required({ label: "市区町村", group: "company", record: "City" }),
  streetAddress: required({ label: "番地・建物名", group: "company", record: "StreetAddress" }),
  chargeLastName: required({ label: "ご担当者 姓", group: "contact", record: "ChargeLastName" }),
  chargeFirstName: required({ label: "ご担当者 名", group: "contact", record: "ChargeFirstName" }),
  chargeLastNameKana: optional(
    { label: "ご担当者 セイ", group: "contact", record: "ChargeLastNameKana" },
    kana,
  ),
  chargeFirstNameKana: optional(
    { label: "ご担当者 メイ", group: "contact", record: "ChargeFirstNameKana" },
    kana,
  ),
  department: optional({ label: "部署名", group: "contact", record: "Department" }),
  position: optionalChoice({ label: "役職", group: "contact", record: "Position" }, numbered(positions)),
  kintoneDomain: required(
    { label: "kintoneドメイン", group: "kintone", record: "KintoneDomain" },
    { normalize: formatKintoneDomain, rules: [pattern(kintoneDomainPattern, messages.kintoneDomain)] },
  ),
  basicUserName: optional(
    { label: "Basic認証ユーザー名", group: "kintone", record: "BasicUserName" },
    {
      normalize: foldWidth,
      rules: [
        pattern(new RegExp(`^[A-Za-z0-9_-]{1,${limits.basicUserNameMaxLength}}$`), messages.basicUserName),
      ],
    },
  ),
  chargePhoneNumber: required(
    { label: "ご担当者 携帯電話番号", group: "verified", record: "ChargePhoneNumber" },
    { ...phone, rules: [...phone.rules, [isMobileNumber, messages.mobile]] },
  ),
  email: required({ label: "メールアドレス", group: "verified", record: "Email" }, email),
  applicationId: required(
    { label: "アプリケーションID", group: "voiceProvider", record: "ApplicationId" },
    { normalize: foldWidth, rules: [pattern(applicationIdPattern, messages.applicationId)] },
  ),
  apiKey: required(
    { label: "APIキー", group: "voiceProvider", record: "ApiKey" },
    {
      normalize: foldWidth,
      rules: [pattern(new RegExp(`^[A-Za-z0-9]{${limits.apiKeyLength}}$`), messages.apiKey)],
    },
  ),
  webhookUrl: optional(
    { label: "着信用Webhook URL", group: "voiceProvider", record: "IncomingWebhookUrl" },
    { max: limits.urlMaxLength, rules: [[isPublicHttpsUrl, messages.webhookUrl]] },
  ),
  billingChargeName: required({
    label: "請求先 ご担当者名",
    group: "billingContact",
    record: "BillingChargeName",
  }),
  billingPhoneNumber: required(
    { label: "請求先 電話番号", group: "billingContact", record: "BillingPhoneNumber" },
    phone,
  ),
  billingEmail: required(
    { label: "請求先 メールアドレス", group: "billingContact", record: "BillingEmail" },
    email,
  ),
  industry: optionalChoice({ label: "業種", group: "questionnaire" }, numbered(industries)),
  task: optionalChoice({ label: "業務内容", group: "questionnaire" }, numbered(tasks)),
  discoverySource: optionalChoice(
    { label: "本サービスを知ったきっかけ", group: "questionnaire" },
    numbered(discoverySources),
  ),
  usage: {
    label: "利用したい機能",
    group: "questionnaire",
    required: false,
    stored: z._default(z.array(z.int()), []),
    rule: usage,
    choices: usageChoices,
  },
} as const satisfies Record<string, Row>;

type Table = typeof customerFields;
export type CustomerFieldName = keyof Table;
/** What a field is called for a customer of this category. */
export function labelFor(name: CustomerFieldName, customerKbn: number | undefined): string {
  const { label, labels }: Row = customerFields[name];
  return labels?.[customerKbn ?? 0] ?? label;
}
/** Names of the fields of these groups. */
export type NamesIn<Group extends FieldGroup> = {
  [Name in CustomerFieldName]: Table[Name]["group"] extends Group ? Name : never;
}[CustomerFieldName];
/** Names of the fields that the user record shows. */
export type RecordedName = {
  [Name in CustomerFieldName]: Table[Name] extends { record: string } ? Name : never;
}[CustomerFieldName];

/** Names of the fields that are chosen and not typed. */
export type ChoiceName = {
  [Name in CustomerFieldName]: Table[Name] extends { choices: readonly Choice[] } ? Name : never;
}[CustomerFieldName];
export const isChoiceName = (name: CustomerFieldName): name is ChoiceName =>
  "choices" in customerFields[name];

const entries = Object.entries(customerFields) as [CustomerFieldName, Table[CustomerFieldName]][];

/** The names of the fields of these groups, in the order of the table. */
export const namesIn = <Group extends FieldGroup>(...groups: Group[]): NamesIn<Group>[] =>
  entries
    .filter(([, { group }]) => groups.some((wanted) => wanted === group))
    .map(([name]) => name as NamesIn<Group>);

const column = <Column extends "label" | "rule" | "stored">(name: Column) =>
  Object.fromEntries(entries.map(([field, row]) => [field, row[name]])) as {
    readonly [Name in CustomerFieldName]: Table[Name][Column];
  };

export const customerLabels = column("label");
export const customerRules = column("rule");
/** The schema of each field as the table stores it. */
export const storedShape = column("stored");

/** The rules of these groups: the shape of a form. */
export const rulesIn = <Group extends FieldGroup>(...groups: Group[]) =>
  Object.fromEntries(namesIn(...groups).map((name) => [name, customerRules[name]])) as {
    readonly [Name in NamesIn<Group>]: Table[Name]["rule"];
  };

const recorded = entries.flatMap(([name, row]) =>
  "record" in row ? [[name as RecordedName, row.record] as const] : [],
);

type RecordShape = { readonly [Name in RecordedName as Table[Name]["record"]]: Table[Name]["stored"] };
type Stored<Name extends CustomerFieldName> = z.output<Table[Name]["stored"]>;
type Recorded = { [Name in RecordedName as Table[Name]["record"]]: Stored<Name> };

/** The fields of the user record, by their names there. */
export const recordShape = Object.fromEntries(
  recorded.map(([name, record]) => [record, storedShape[name]]),
) as RecordShape;

/** Stored fields to the user record's. */
export const toRecorded = (stored: { readonly [Name in RecordedName]: Stored<Name> }): Recorded =>
  Object.fromEntries(recorded.map(([name, record]) => [record, stored[name]])) as Recorded;

/** A field's value in a form: an optional choice that was not made is `undefined` there and `null` in the record. */
type FormValue<Value> = null extends Value ? Exclude<Value, null> | undefined : Value;

/** The fields of these groups as the user record has them, as a form takes them. */
export function formValues<Group extends Exclude<FieldGroup, "questionnaire">>(
  record: Recorded,
  ...groups: Group[]
) {
  const names: readonly string[] = namesIn(...groups);
  return Object.fromEntries(
    recorded
      .filter(([name]) => names.includes(name))
      .map(([name, recordName]) => [name, record[recordName] ?? undefined]),
  ) as { [Name in NamesIn<Group>]: FormValue<Stored<Name>> };
}
