import CheckCircle from "@mui/icons-material/CheckCircleOutlined";
import RadioButtonUnchecked from "@mui/icons-material/RadioButtonUncheckedOutlined";
import List from "@mui/material/List";
import ListItem from "@mui/material/ListItem";
import ListItemIcon from "@mui/material/ListItemIcon";
import { useEffect, useState } from "react";
import { useWatch } from "react-hook-form";
import { labels } from "#shared/labels.ts";
import { preparePasswordCheck } from "#shared/password-forms.ts";
import { passwordRequirements } from "#shared/rules.ts";
import { PasswordField } from "./password-field.tsx";

function Requirement({ label, isMet }: { label: string; isMet: boolean }) {
  const Mark = isMet ? CheckCircle : RadioButtonUnchecked;
  return (
    <ListItem
      disableGutters
      disablePadding
      sx={{ width: "auto", color: isMet ? "success.main" : "text.secondary" }}
    >
      <ListItemIcon>
        <Mark fontSize="small" aria-hidden />
      </ListItemIcon>
      <span>{label}</span>
      <span className="visually-hidden">{isMet ? "（満たしています）" : "（まだ満たしていません）"}</span>
    </ListItem>
  );
}

/** The rules of a new password, checked while it is typed into the field `name`. */
function Checklist({ name }: { name: string }) {
  const typed: unknown = useWatch({ name });
  const password = typeof typed === "string" ? typed : "";
  const isTyped = password !== "";
  useEffect(() => {
    if (isTyped) preparePasswordCheck();
  }, [isTyped]);
  return (
    <List
      dense
      disablePadding
      aria-label="パスワードの条件"
      sx={{ display: "flex", flexWrap: "wrap", columnGap: 2, mb: 1, fontSize: "0.875rem" }}
    >
      {passwordRequirements.map(({ label, isMet }) => (
        <Requirement key={label} label={label} isMet={isMet(password)} />
      ))}
    </List>
  );
}

const confirmLabels = {
  password: labels.confirmPassword,
  newPassword: labels.confirmNewPassword,
} as const;

interface NewPasswordFieldsProps {
  name?: keyof typeof confirmLabels;
  /** Controlled by another field's toggle. Without it, the first of the two fields has a toggle for both. */
  shown?: boolean;
}

/** The fields of a new password and its confirmation. */
export function NewPasswordFields({ name = "newPassword", shown }: NewPasswordFieldsProps) {
  const [ownShown, setOwnShown] = useState(false);
  const field = { required: true, autoComplete: "new-password", shown: shown ?? ownShown } as const;
  return (
    <>
      <PasswordField
        {...field}
        name={name}
        label={labels[name]}
        related={["confirmPassword"]}
        onShownChange={shown === undefined ? setOwnShown : undefined}
      />
      <Checklist name={name} />
      <PasswordField {...field} name="confirmPassword" label={confirmLabels[name]} />
    </>
  );
}
