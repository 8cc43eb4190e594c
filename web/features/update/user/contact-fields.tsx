import Box from "@mui/material/Box";
import { useNavigate } from "react-router-dom";
import type { UserRecord } from "../../../../shared/customer.ts";
import { namesIn } from "../../../../shared/customer-fields.ts";
import { labels } from "../../../../shared/labels.ts";
import { ActionButton } from "../../../components/action-button.tsx";
import { CustomerFields } from "../../../components/customer-fields/customer-field.tsx";
import { FormSection } from "../../../components/form/form-section.tsx";
import { type Path, paths } from "../../../routes/paths.ts";
import type { UserInfoControl } from "./user-info-tab.tsx";

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
      <CustomerFields
        control={control}
        names={namesIn("contact")}
        kept={record.Position === null ? [] : ["position"]}
      />
      <Verified label={labels.chargePhoneNumber} value={record.ChargePhoneNumber} path={paths.phoneChange} />
      <Verified label={labels.email} value={record.Email} path={paths.emailChange} />
      <CustomerFields control={control} names={["kintoneDomain"]} />
    </FormSection>
  );
}
