import Stack from "@mui/material/Stack";
import type { ReactNode } from "react";
import { Navigate } from "react-router-dom";
import { type Path, paths } from "#shared/site/paths.ts";
import { useNavigationState } from "#web/lib/navigation/navigation-state.ts";
import { tabStorage } from "#web/lib/storage/tab-storage.ts";
import { DoneDrawing } from "#web/ui/drawing.tsx";
import { PathButton } from "#web/ui/path-button.tsx";
import type { HeaderVariant } from "./header.tsx";
import { Page } from "./page.tsx";

interface CompletionPageProps {
  header: HeaderVariant;
  title: string;
  actionLabel: string;
  actionPath: Path;
  /** The text that says what has changed and what comes next. */
  children: ReactNode;
}

/** The screen after a completed action, with one button to the next screen. */
export function CompletionPage({ header, title, actionLabel, actionPath, children }: CompletionPageProps) {
  return (
    <Page header={header} title={title} width="narrow" mark={<DoneDrawing />}>
      <Stack spacing={1.5}>{children}</Stack>
      <PathButton to={actionPath}>{actionLabel}</PathButton>
    </Page>
  );
}

interface CompletedOnlyProps {
  /**
   * The target of visitors who have completed nothing. Default: the menu for signed-in customers, /signin for others.
   */
  otherwise?: Path;
  children: ReactNode;
}

/** Renders a completion page if the customer has just completed the action, and redirects other visitors. */
export function CompletedOnly({ otherwise, children }: CompletedOnlyProps) {
  const { completed, saved } = useNavigationState();
  if (completed || saved !== undefined) return children;
  const home = tabStorage.read("loginId") ? paths.menu : paths.signIn;
  return <Navigate to={otherwise ?? home} replace />;
}
