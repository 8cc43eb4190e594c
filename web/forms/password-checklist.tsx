import CheckCircle from "@mui/icons-material/CheckCircleOutlined";
import RadioButtonUnchecked from "@mui/icons-material/RadioButtonUncheckedOutlined";
import List from "@mui/material/List";
import ListItem from "@mui/material/ListItem";
import ListItemIcon from "@mui/material/ListItemIcon";
import { type Control, type FieldPath, type FieldValues, useWatch } from "react-hook-form";
import { passwordRequirements } from "#shared/rules.ts";

interface PasswordChecklistProps<Input extends FieldValues, Output> {
  control: Control<Input, unknown, Output>;
  /** The field of the new password. */
  name: FieldPath<Input>;
}

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
      {label}
      <span className="visually-hidden">{isMet ? "（満たしています）" : "（まだ満たしていません）"}</span>
    </ListItem>
  );
}

/** The rules of a new password, ticked off while it is typed. */
export function PasswordChecklist<Input extends FieldValues, Output = Input>({
  control,
  name,
}: PasswordChecklistProps<Input, Output>) {
  const typed: unknown = useWatch({ control, name });
  const password = typeof typed === "string" ? typed : "";
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
