import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import type { FieldPath } from "react-hook-form";
import { useNavigate } from "react-router-dom";
import type * as z from "zod/mini";
import type { UserRecord } from "#shared/customer/customer.ts";
import { namesIn } from "#shared/customer/customer-field-views.ts";
import { labels } from "#shared/labels.ts";
import { CustomerFields } from "#web/forms/customer-field.tsx";
import { FormSection } from "#web/forms/form-section.tsx";
import { usePortalForm } from "#web/forms/use-portal-form.ts";
import { type Path, paths } from "#web/routes/paths.ts";
import { BasicAuthFields } from "./basic-auth-fields.tsx";
import { changedValues, withTyped } from "./draft.ts";
import { type UserInfoControl, userInfoForm, userInfoOf } from "./forms.ts";
import { TabForm } from "./tab-form.tsx";
import type { TabProps } from "./use-edit-store.ts";
import { type TabSettings, useTab } from "./use-tab.ts";

type Input = z.input<typeof userInfoForm>;
type Output = z.output<typeof userInfoForm>;

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

function CompanyFields({ control }: { control: UserInfoControl }) {
  return (
    <FormSection title="会社・団体について">
      <CustomerFields control={control} names={namesIn("company")} />
    </FormSection>
  );
}

interface VerifiedProps {
  label: string;
  value: string;
  path: Path;
}

/** A value that only a verification can change, with a button to it. Not a link: another tab would have no session. */
function Verified({ label, value, path }: VerifiedProps) {
  const navigate = useNavigate();
  return (
    <Stack spacing={0.5}>
      <Typography variant="h3" component="p">
        {label}
      </Typography>
      <Typography>{value}</Typography>
      <Button
        variant="outlined"
        size="small"
        aria-label={`${label}の変更手続きへ`}
        onClick={() => navigate(path)}
      >
        変更手続きへ
      </Button>
    </Stack>
  );
}

interface ContactFieldsProps {
  control: UserInfoControl;
  record: UserRecord;
}

function ContactFields({ control, record }: ContactFieldsProps) {
  return (
    <FormSection title="ご担当者・ご利用環境について">
      <CustomerFields
        control={control}
        names={namesIn("contact")}
        kept={record.Position === null ? [] : ["position"]}
      />
      <Verified label={labels.chargePhoneNumber} value={record.ChargePhoneNumber} path={paths.phoneChange} />
      <Verified label={labels.email} value={record.Email} path={paths.emailChange} />
      <CustomerFields
        control={control}
        names={namesIn("kintone").filter((name) => name !== "basicUserName")}
      />
    </FormSection>
  );
}
