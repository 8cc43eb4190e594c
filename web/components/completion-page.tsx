import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import type { ReactNode } from "react";
import { Navigate, useLocation, useNavigate } from "react-router-dom";
import { session } from "#web/lib/session.ts";
import { readNavigationState } from "#web/routes/navigation-state.ts";
import { type Path, paths } from "#web/routes/paths.ts";
import { DoneDrawing } from "./drawing.tsx";
import type { HeaderVariant } from "./header.tsx";
import { Page } from "./page.tsx";

interface CompletionPageProps {
  header: HeaderVariant;
  title: string;
  actionLabel: string;
  actionPath: Path;
  /** Says what has changed, and what comes next. */
  children: ReactNode;
}

/** Something is done: what it was, and the one way on. */
export function CompletionPage({ header, title, actionLabel, actionPath, children }: CompletionPageProps) {
  const navigate = useNavigate();
  return (
    <Page header={header} title={title} width="narrow" mark={<DoneDrawing />}>
      <Stack spacing={1.5}>{children}</Stack>
      <Button onClick={() => navigate(actionPath)}>{actionLabel}</Button>
    </Page>
  );
}

interface CompletedOnlyProps {
  /** The target of a visit by address alone: by default the menu, or /signin. */
  otherwise?: Path;
  children: ReactNode;
}

/** A completion page for customers who have just completed the action. */
export function CompletedOnly({ otherwise, children }: CompletedOnlyProps) {
  const { completed, saved } = readNavigationState(useLocation().state);
  if (completed || saved !== undefined) return children;
  const home = session.read("loginId") ? paths.menu : paths.signIn;
  return <Navigate to={otherwise ?? home} replace />;
}
