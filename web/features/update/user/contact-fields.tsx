import Box from "@mui/material/Box";
import { useNavigate } from "react-router-dom";
import type { UserRecord } from "../../../../shared/customer.ts";
import { labels } from "../../../../shared/labels.ts";
import { limits } from "../../../../shared/limits.ts";
import { ActionButton } from "../../../components/action-button.tsx";
import { choices } from "../../../components/customer-fields/choices.ts";
import { companyInputs } from "../../../components/customer-fields/company-inputs.tsx";
import { FormField } from "../../../components/form/form-field.tsx";
import { FormSection, FullWidth } from "../../../components/form/form-section.tsx";
import { SelectField } from "../../../components/form/select-field.tsx";
import { type Path, paths } from "../../../routes/paths.ts";
import type { UserInfoControl } from "./user-info-tab.tsx";

const text = { maxLength: limits.textMaxLength } as const;

interface VerifiedProps {
  label: string;
  value: string;
  path: Path;
}

/** What only a verification can change, and the way to it. A button, because another tab would have no session. */
function Verified({ label, value, path }: VerifiedProps) {
  const navigate = useNavigate();
  return (
    <Box sx={{ mb: 2 }}>
      <Box sx={{ fontWeight: 700, lineHeight: 1.6 }}>{label}</Box>
      <Box sx={{ mb: 0.5 }}>{value}</Box>
      <ActionButton variant="secondary" label={`${label}の変更手続きへ`} onClick={() => navigate(path)}>
        変更手続きへ
      </ActionButton>
    </Box>
  );
}

interface ContactFieldsProps {
  control: UserInfoControl;
  record: UserRecord;
}

export function ContactFields({ control, record }: ContactFieldsProps) {
  return (
    <FormSection title="ご担当者・ご利用環境について">
      <FormField {...companyInputs.chargeLastName} control={control} name="chargeLastName" />
      <FormField {...companyInputs.chargeFirstName} control={control} name="chargeFirstName" />
      <FormField {...text} control={control} name="chargeLastNameKana" label={labels.chargeLastNameKana} />
      <FormField {...text} control={control} name="chargeFirstNameKana" label={labels.chargeFirstNameKana} />
      <FormField {...text} control={control} name="department" label={labels.department} />
      <SelectField
        control={control}
        name="position"
        label={labels.position}
        choices={choices.position}
        clearable={record.Position === null}
      />
      <Verified label={labels.chargePhoneNumber} value={record.ChargePhoneNumber} path={paths.phoneChange} />
      <Verified label={labels.email} value={record.Email} path={paths.emailChange} />
      <FullWidth>
        <FormField {...companyInputs.kintoneDomain} control={control} name="kintoneDomain" />
      </FullWidth>
    </FormSection>
  );
}
