/**
 * The table of customer fields (specification section 3): each field once, with its label, its rule, its name
 * in the user record and the group it belongs to. The forms, the requests, the stored profile, the user
 * record, the labels and the update derive from it. The order is the order on the screens.
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
} from "../enums.ts";
import { numbered, oneOf, pattern } from "../field-schema.ts";
import { limits } from "../limits.ts";
import { messages } from "../messages.ts";
import {
  foldWidth,
  formatCorporateNumber,
  formatKintoneDomain,
  hyphenatePhone,
  toKatakana,
  trimIdentifier,
} from "../normalize.ts";
import {
  applicationIdPattern,
  hasPlainDots,
  hasValidCheckDigit,
  isDeliverableEmail,
  isMobileNumber,
  isPublicHttpsUrl,
  kintoneDomainPattern,
  phonePattern,
} from "../rules.ts";
import { type FieldRow, optional, optionalChoice, required, requiredChoice } from "./customer-field-rows.ts";

const kana = { normalize: (text: string) => toKatakana(text).trim() };
const phone = { normalize: hyphenatePhone, rules: [pattern(phonePattern, messages.phone)] };
const email = {
  normalize: foldWidth,
  max: limits.emailMaxLength,
  rules: [[hasPlainDots, messages.emailDots] as const, [isDeliverableEmail, messages.email] as const],
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
  city: required({ label: "市区町村・町名", group: "company", record: "City" }),
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
    { normalize: trimIdentifier, max: limits.urlMaxLength, rules: [[isPublicHttpsUrl, messages.webhookUrl]] },
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
} as const satisfies Record<string, FieldRow>;

export type CustomerFieldTable = typeof customerFields;
