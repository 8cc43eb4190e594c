import Button, { type ButtonProps } from "@mui/material/Button";
import Dialog from "@mui/material/Dialog";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogContentText from "@mui/material/DialogContentText";
import DialogTitle from "@mui/material/DialogTitle";
import { type ReactNode, useId, useState } from "react";

interface Question {
  title: string;
  children: ReactNode;
  /** An input below the text. With one, the dialog's role is `dialog` instead of `alertdialog`. */
  field?: ReactNode;
  cancelLabel?: string;
  confirmLabel: string;
  /** Default: `error`. Use `primary` if confirming deletes and ends nothing. */
  confirmColor?: "primary" | "error";
  onConfirm: () => void;
}

/** Focuses without scrolling, so that a dialog that is taller than the window shows its beginning. */
const focusInPlace = (button: HTMLButtonElement | null): void => button?.focus({ preventScroll: true });

/** Asks before something is deleted or switched off. The dialog is open while it is rendered. */
export function ConfirmDialog({ onCancel, ...question }: Question & { onCancel: () => void }) {
  const { title, children, field, confirmLabel, onConfirm } = question;
  const { cancelLabel = "キャンセル", confirmColor = "error" } = question;
  const id = useId();
  return (
    <Dialog
      open
      role={field ? "dialog" : "alertdialog"}
      aria-labelledby={`${id}title`}
      aria-describedby={`${id}text`}
      onClose={onCancel}
    >
      <DialogTitle id={`${id}title`}>{title}</DialogTitle>
      <DialogContent>
        <DialogContentText component="div" id={`${id}text`}>
          {children}
        </DialogContentText>
        {field}
      </DialogContent>
      <DialogActions>
        <Button variant="outlined" ref={focusInPlace} onClick={onCancel}>
          <span>{cancelLabel}</span>
        </Button>
        <Button color={confirmColor} onClick={onConfirm}>
          <span>{confirmLabel}</span>
        </Button>
      </DialogActions>
    </Dialog>
  );
}

interface ConfirmButtonProps extends Question {
  label: string;
  /** Props of the button that opens the dialog. */
  button?: ButtonProps;
}

/** A button that calls `onConfirm` after a `ConfirmDialog`. */
export function ConfirmButton({ label, button, onConfirm, ...question }: ConfirmButtonProps) {
  const [isAsking, setAsking] = useState(false);
  const confirm = (): void => {
    setAsking(false);
    onConfirm();
  };
  return (
    <>
      <Button variant="outlined" {...button} onClick={() => setAsking(true)}>
        <span>{label}</span>
      </Button>
      {isAsking && <ConfirmDialog {...question} onCancel={() => setAsking(false)} onConfirm={confirm} />}
    </>
  );
}
