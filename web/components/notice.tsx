import CheckCircle from "@mui/icons-material/CheckCircleOutlined";
import ErrorOutline from "@mui/icons-material/ErrorOutlined";
import Info from "@mui/icons-material/InfoOutlined";
import Box from "@mui/material/Box";
import type { ReactNode } from "react";

const looks = {
  info: { Icon: Info, colour: "#1f5a96", background: "#eef4fb" },
  error: { Icon: ErrorOutline, colour: "#b3261e", background: "#fdf0ef" },
  success: { Icon: CheckCircle, colour: "#1b6e3c", background: "#eef7f0" },
} as const;

interface NoticeProps {
  severity: keyof typeof looks;
  children: ReactNode;
}

/** A sentence about what just happened, read out when it appears. */
export function Notice({ severity, children }: NoticeProps) {
  const { Icon, colour, background } = looks[severity];
  return (
    <Box
      role={severity === "error" ? "alert" : "status"}
      sx={{
        display: "flex",
        gap: 1.25,
        p: 1.5,
        border: `1px solid ${colour}`,
        borderRadius: 1,
        bgcolor: background,
        lineHeight: 1.7,
      }}
    >
      <Icon aria-hidden sx={{ color: colour, mt: "0.1em" }} />
      <Box sx={{ minWidth: 0 }}>{children}</Box>
    </Box>
  );
}
