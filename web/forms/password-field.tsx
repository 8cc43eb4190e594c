import VisibilityOff from "@mui/icons-material/VisibilityOffOutlined";
import Visibility from "@mui/icons-material/VisibilityOutlined";
import IconButton from "@mui/material/IconButton";
import { useState } from "react";
import { FormField, type FormFieldProps } from "./form-field.tsx";

interface PasswordFieldProps extends FormFieldProps {
  /** Shown or masked as another field's toggle says; without it the field has a toggle of its own. */
  shown?: boolean;
  /** The toggle that several fields share stands in the field that is given this. */
  onShownChange?: ((shown: boolean) => void) | undefined;
}

function VisibilityToggle({ shown, onChange }: { shown: boolean; onChange: (shown: boolean) => void }) {
  return (
    <IconButton
      edge="end"
      aria-label="入力した文字を表示"
      aria-pressed={shown}
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => onChange(!shown)}
    >
      {shown ? <VisibilityOff /> : <Visibility />}
    </IconButton>
  );
}

/** Tells a password manager whose password a form asks for, where the form has no field for the login ID. */
export const PasswordOwner = ({ loginId }: { loginId: string }) => (
  <input hidden readOnly autoComplete="username" name="loginId" value={loginId} />
);

/** The account's password, masked until asked. Never folded or trimmed. */
export function PasswordField({ shown, onShownChange, ...field }: PasswordFieldProps) {
  const [ownShown, setOwnShown] = useState(false);
  const isShown = shown ?? ownShown;
  const toggle = shown === undefined ? setOwnShown : onShownChange;
  return (
    <FormField
      {...field}
      type={isShown ? "text" : "password"}
      endAdornment={toggle && <VisibilityToggle shown={isShown} onChange={toggle} />}
    />
  );
}

/**
 * A secret of another service, masked until asked. A text field, so password managers neither fill it in nor save it as the
 * portal's password. Never folded or trimmed.
 */
export function SecretField(field: FormFieldProps) {
  const [isShown, setShown] = useState(false);
  return (
    <FormField
      {...field}
      isMasked={!isShown}
      inputMode="email"
      endAdornment={<VisibilityToggle shown={isShown} onChange={setShown} />}
    />
  );
}
