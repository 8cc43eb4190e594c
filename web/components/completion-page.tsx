import CheckCircle from "@mui/icons-material/CheckCircleOutlined";
import Box from "@mui/material/Box";
import type { ReactNode } from "react";
import { useNavigate } from "react-router-dom";
import type { Path } from "../routes/paths.ts";
import { ActionButton } from "./action-button.tsx";
import type { HeaderVariant } from "./header.tsx";
import { Page } from "./page.tsx";

interface CompletionPageProps {
  header: HeaderVariant;
  title: string;
  actionLabel: string;
  actionPath: Path;
  children: ReactNode;
}

/** Something is done: what it was, and the one way on. */
export function CompletionPage({ header, title, actionLabel, actionPath, children }: CompletionPageProps) {
  const navigate = useNavigate();
  return (
    <Page header={header} title={title}>
      <Box sx={{ display: "flex", gap: 2, mb: 4 }}>
        <CheckCircle aria-hidden sx={{ color: "success.main", fontSize: "2.5rem" }} />
        <Box sx={{ minWidth: 0, "& p + p": { mt: 1.5 } }}>{children}</Box>
      </Box>
      <ActionButton onClick={() => navigate(actionPath)}>{actionLabel}</ActionButton>
    </Page>
  );
}
