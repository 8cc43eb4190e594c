import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useNavigate } from "react-router-dom";
import type { UserRecord } from "#shared/customer/customer.ts";
import { namesIn } from "#shared/customer/customer-field-views.ts";
import { labels } from "#shared/labels.ts";
import { CustomerFields } from "#web/components/customer-fields/customer-field.tsx";
import { FormSection } from "#web/components/form/form-section.tsx";
import { type Path, paths } from "#web/routes/paths.ts";
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
      <CustomerFields
        control={control}
        names={namesIn("kintone").filter((name) => name !== "basicUserName")}
      />
    </FormSection>
  );
}
