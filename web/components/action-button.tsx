import Box from "@mui/material/Box";
import ButtonBase from "@mui/material/ButtonBase";
import type { MouseEvent, ReactNode } from "react";

const looks = {
  primary: {
    bgcolor: "primary.main",
    color: "primary.contrastText",
    borderColor: "primary.main",
    "&:hover": { bgcolor: "primary.dark", borderColor: "primary.dark" },
  },
  secondary: {
    bgcolor: "background.paper",
    borderColor: "#8f8675",
    "&:hover": { bgcolor: "background.default", borderColor: "text.primary" },
  },
  text: { borderColor: "transparent", "&:hover": { bgcolor: "rgb(43 33 0 / 8%)" } },
} as const;
const disabledLook = { bgcolor: "#e4ddcf", color: "text.disabled", borderColor: "#e4ddcf" } as const;

interface ActionButtonProps {
  children: ReactNode;
  /** What it is called where its text alone does not say it; contains the text. */
  label?: string;
  variant?: keyof typeof looks;
  type?: "button" | "submit";
  onClick?: () => void;
  /** Busy: the button stays focused and readable but does nothing. */
  pending?: boolean;
  /** May not be pressed yet. */
  disabled?: boolean;
  fullWidth?: boolean;
  startIcon?: ReactNode;
}

/** The one button of the portal. While `pending` it shows progress and cannot be pressed a second time. */
export function ActionButton(props: ActionButtonProps) {
  const { variant = "primary", type = "button", onClick, pending = false, disabled = false } = props;
  const press = (event: MouseEvent) => {
    // Also keeps a pending submit button from submitting, by click or by Enter in a field.
    if (pending) event.preventDefault();
    else onClick?.();
  };
  const progress = <Box component="span" className="spinner" aria-hidden />;
  return (
    <ButtonBase
      type={type}
      disabled={disabled}
      onClick={press}
      aria-label={props.label}
      aria-disabled={pending || undefined}
      aria-busy={pending || undefined}
      sx={{
        typography: "button",
        gap: 1,
        width: props.fullWidth ? 1 : "auto",
        minHeight: 44,
        px: 3,
        py: 1,
        border: 1,
        borderRadius: 1,
        transition: "background-color 0.15s",
        ...looks[variant],
        ...(disabled && disabledLook),
      }}
    >
      {pending ? progress : props.startIcon}
      {props.children}
    </ButtonBase>
  );
}
