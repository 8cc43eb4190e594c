import VisibilityOff from "@mui/icons-material/VisibilityOffOutlined";
import Visibility from "@mui/icons-material/VisibilityOutlined";
import IconButton from "@mui/material/IconButton";
import { useState } from "react";
import { FormField, type FormFieldProps } from "./form-field.tsx";

interface PasswordFieldProps extends FormFieldProps {
  /** Controlled by another field's toggle. Without it, the field has its own toggle. */
  shown?: boolean;
  /** Makes this field's toggle control several fields. */
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

/** Names the account for password managers in a form without a login ID field. */
export const PasswordOwner = ({ loginId }: { loginId: string }) => (
  <input hidden readOnly autoComplete="username" name="loginId" value={loginId} />
);

/** A field for the account's password, masked by default. Its value is never formatted. */
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
 * A field for another service's secret, masked by default. It is a text field, so that password managers
 * neither fill it in nor save it. Its value is never formatted.
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
