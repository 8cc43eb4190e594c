import CheckCircle from "@mui/icons-material/CheckCircleOutlined";
import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import type { ReactNode } from "react";
import { useNavigate } from "react-router-dom";
import type { Path } from "#web/routes/paths.ts";
import type { HeaderVariant } from "./header.tsx";
import { Page } from "./page.tsx";

interface CompletionPageProps {
  header: HeaderVariant;
  title: string;
  actionLabel: string;
  actionPath: Path;
  /** What changed, and what comes next. */
  children: ReactNode;
}

/** Something is done: what it was, and the one way on. */
export function CompletionPage({ header, title, actionLabel, actionPath, children }: CompletionPageProps) {
  const navigate = useNavigate();
  const mark = <CheckCircle aria-hidden color="success" />;
  return (
    <Page header={header} title={title} width="narrow" mark={mark}>
      <Stack spacing={1.5}>{children}</Stack>
      <Button fullWidth onClick={() => navigate(actionPath)}>
        {actionLabel}
      </Button>
    </Page>
  );
}
