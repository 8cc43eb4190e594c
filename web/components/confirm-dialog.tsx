import Box from "@mui/material/Box";
import { type ReactNode, useId, useLayoutEffect, useRef } from "react";
import { ActionButton } from "./action-button.tsx";

interface ConfirmDialogProps {
  title: string;
  children: ReactNode;
  cancelLabel: string;
  confirmLabel: string;
  onCancel: () => void;
  onConfirm: () => void;
}

/**
 * A question that has to be answered first. The browser's own dialog: it keeps the focus in, Escape cancels, and closing
 * gives the focus back. Shown for as long as it is rendered.
 */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, children, cancelLabel, confirmLabel, onCancel, onConfirm } = props;
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useLayoutEffect(() => {
    const shown = dialog.current;
    shown?.showModal();
    return () => shown?.close();
  }, []);
  return (
    <Box
      component="dialog"
      ref={dialog}
      role="alertdialog"
      aria-labelledby={`${id}title`}
      aria-describedby={`${id}text`}
      onCancel={(event) => {
        event.preventDefault();
        onCancel();
      }}
      sx={{
        width: "min(30rem, calc(100vw - 2rem))",
        p: { xs: 2.5, sm: 4 },
        border: 0,
        borderRadius: 2,
        color: "text.primary",
        boxShadow: "0 12px 40px rgb(43 33 0 / 35%)",
        "&::backdrop": { bgcolor: "rgb(43 33 0 / 50%)" },
      }}
    >
      <Box component="h2" id={`${id}title`} sx={{ typography: "h2", m: 0, mb: 1.5 }}>
        {title}
      </Box>
      <Box id={`${id}text`} sx={{ mb: 3 }}>
        {children}
      </Box>
      <Box
        sx={{
          display: "flex",
          flexDirection: { xs: "column", sm: "row" },
          justifyContent: "flex-end",
          gap: 1.5,
        }}
      >
        <ActionButton variant="secondary" onClick={onCancel}>
          {cancelLabel}
        </ActionButton>
        <ActionButton onClick={onConfirm}>{confirmLabel}</ActionButton>
      </Box>
    </Box>
  );
}
