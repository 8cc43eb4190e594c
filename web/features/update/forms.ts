/** The fields of each tab of /update, and their values in the record. */
import type { Control } from "react-hook-form";
import * as z from "zod/mini";
import { type UserRecord, voiceProviderForm } from "#shared/customer/customer.ts";
import { formValues, rulesIn } from "#shared/customer/customer-field-views.ts";
import { fields } from "#shared/fields.ts";
import { labels } from "#shared/labels.ts";
import { requiredMessage } from "#shared/messages.ts";

export const tabNames = ["user", "voice", "billing"] as const;
export type TabName = (typeof tabNames)[number];
export const isTabName = (value: unknown): value is TabName => tabNames.some((name) => name === value);

export { billingContactForm } from "#shared/customer/customer.ts";

/** `undefined`: left alone. `null`: to be removed. Text: its replacement, which may not be empty. */
const secret = <Rule extends z.ZodMiniType<string | undefined, string | undefined>>(
  label: string,
  rule: Rule,
) =>
  z.nullish(
    rule.check(z.refine((text: string | undefined) => text !== "", { error: requiredMessage(label) })),
  );

/** Sign-up, step 1, without questionnaire, opt-ins and consents. */
export const userInfoForm = z.object({
  ...rulesIn("company", "contact", "kintone"),
  basicPassword: secret(labels.basicPassword, fields.basicPassword),
});

export type UserInfoControl = Control<z.input<typeof userInfoForm>, unknown, z.output<typeof userInfoForm>>;

/** Upgrade, step 0, but secret and key are there already. */
export const voiceProviderUpdateForm = z.extend(voiceProviderForm, {
  apiSecret: secret(labels.apiSecret, fields.apiSecret),
  file: secret(labels.privateKey, fields.privateKeyFileName),
});

export const userInfoOf = (record: UserRecord) => formValues(record, "company", "contact", "kintone");
export const voiceProviderOf = (record: UserRecord) => formValues(record, "voiceProvider");
export const billingContactOf = (record: UserRecord) => formValues(record, "billingContact");

export const tabTitles: Readonly<Record<TabName, string>> = {
  user: "お客様情報",
  voice: "音声プロバイダー情報",
  billing: "請求先ご担当者",
};
