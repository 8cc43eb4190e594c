import type { Control, FieldPath } from "react-hook-form";
import type * as z from "zod/mini";
import { usePortalForm } from "#web/components/form/use-portal-form.ts";
import { changedValues, withTyped } from "../draft.ts";
import { userInfoForm, userInfoOf } from "../forms.ts";
import { TabForm } from "../tab-form.tsx";
import type { TabProps } from "../tab-props.ts";
import { type TabSettings, useTab } from "../use-tab.ts";
import { BasicAuthFields } from "./basic-auth-fields.tsx";
import { CompanyFields } from "./company-fields.tsx";
import { ContactFields } from "./contact-fields.tsx";

type Input = z.input<typeof userInfoForm>;
type Output = z.output<typeof userInfoForm>;
export type UserInfoControl = Control<Input, unknown, Output>;

const isField = (name: string): name is FieldPath<Input> & keyof Input => name in userInfoForm.shape;
const settings: TabSettings<Input> = {
  tab: "user",
  rules: userInfoForm.shape,
  secrets: { basicPassword: undefined },
  fieldOf: (name) => (isField(name) ? name : undefined),
};

/** `null` is how the form says "remove", an empty password how the request says it. */
const secretIn = (basicPassword: Output["basicPassword"]) =>
  basicPassword === null ? { basicPassword: "" } : basicPassword ? { basicPassword } : {};

/** Tab 1: the company, whom to reach there, and how the plugin gets into its business database. */
export function UserInfoTab(props: TabProps) {
  const { record, store } = props;
  const form = usePortalForm(userInfoForm, withTyped(userInfoOf(record), store.typedOf("user")));
  const { save, frame } = useTab(form, settings, props);
  const submit = ({ basicPassword, ...values }: Output) =>
    save({ ...changedValues(values, userInfoOf(record)), ...secretIn(basicPassword) });
  return (
    <TabForm {...frame} onSubmit={submit}>
      <CompanyFields control={form.control} />
      <ContactFields control={form.control} record={record} />
      <BasicAuthFields control={form.control} isPasswordSet={record.BasicPassword !== ""} />
    </TabForm>
  );
}
