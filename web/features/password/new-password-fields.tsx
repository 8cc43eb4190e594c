import type { Control, FieldPath } from "react-hook-form";
import { labels } from "#shared/labels.ts";
import { PasswordChecklist } from "#web/forms/password-checklist.tsx";
import { PasswordField } from "#web/forms/password-field.tsx";

interface NewPassword {
  newPassword: string;
  confirmPassword: string;
}

interface NewPasswordFieldsProps<Input extends NewPassword, Output> {
  control: Control<Input, unknown, Output>;
  newPassword: FieldPath<Input>;
  confirmPassword: FieldPath<Input>;
  shown: boolean;
  /** Where no field before these holds the shared toggle. */
  onShownChange?: (shown: boolean) => void;
}

/** The new password, twice. */
export function NewPasswordFields<Input extends NewPassword, Output = Input>(
  props: NewPasswordFieldsProps<Input, Output>,
) {
  const { control, newPassword, confirmPassword, shown, onShownChange } = props;
  return (
    <>
      <PasswordField
        control={control}
        name={newPassword}
        label={labels.newPassword}
        required
        autoComplete="new-password"
        related={[confirmPassword]}
        shown={shown}
        {...(onShownChange && { onShownChange })}
      />
      <PasswordChecklist control={control} name={newPassword} />
      <PasswordField
        control={control}
        name={confirmPassword}
        label={labels.confirmNewPassword}
        required
        autoComplete="new-password"
        shown={shown}
      />
    </>
  );
}
