import Stack from "@mui/material/Stack";
import type { ReactNode } from "react";
import { Navigate } from "react-router-dom";
import { type Path, paths } from "#shared/site/paths.ts";
import { useNavigationState } from "#web/lib/navigation/navigation-state.ts";
import { session } from "#web/lib/session/session.ts";
import { DoneDrawing } from "#web/ui/drawing.tsx";
import { PathButton } from "#web/ui/path-button.tsx";
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
  return (
    <Page header={header} title={title} width="narrow" mark={<DoneDrawing />}>
      <Stack spacing={1.5}>{children}</Stack>
      <PathButton to={actionPath}>{actionLabel}</PathButton>
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
  const { completed, saved } = useNavigationState();
  if (completed || saved !== undefined) return children;
  const home = session.read("loginId") ? paths.menu : paths.signIn;
  return <Navigate to={otherwise ?? home} replace />;
}
