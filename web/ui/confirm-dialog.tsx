import Button, { type ButtonProps } from "@mui/material/Button";
import Dialog from "@mui/material/Dialog";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogContentText from "@mui/material/DialogContentText";
import DialogTitle from "@mui/material/DialogTitle";
import { type ReactNode, useId, useState } from "react";

interface Question {
  title: string;
  /** The text of the question. */
  children: ReactNode;
  /** To be filled in with the answer. */
  field?: ReactNode;
  cancelLabel?: string;
  confirmLabel: string;
  /** Of a question after which nothing is lost: `primary`. */
  confirmColor?: "primary" | "error";
  onConfirm: () => void;
}

/** A dialog that is longer than the window begins at its top all the same. */
const focusInPlace = (button: HTMLButtonElement | null): void => button?.focus({ preventScroll: true });

/** A question before something is lost or switched off. Shown for as long as it is rendered. */
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
  /** Of the button itself. */
  button?: ButtonProps;
}

/** A button that asks before it does anything. */
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
