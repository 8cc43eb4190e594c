import type { Control, FieldPath } from "react-hook-form";
import { labels } from "../../../shared/labels.ts";
import { PasswordField } from "../../components/form/password-field.tsx";

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
        hint="10文字以上で、大文字英字・小文字英字・数字・記号をそれぞれ1文字以上含めてください。"
        autoComplete="new-password"
        related={[confirmPassword]}
        shown={shown}
        {...(onShownChange && { onShownChange })}
      />
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
