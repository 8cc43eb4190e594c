import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { type ReactNode, useEffect, useRef } from "react";
import { useKeptFocus } from "#web/forms/form.tsx";
import { failureSentence } from "#web/lib/api/failure.ts";
import { AlertBox } from "#web/ui/alert-box.tsx";
import { SkeletonLines } from "#web/ui/skeleton-lines.tsx";

interface LoadFailureProps {
  severity?: "error" | "warning";
  onRetry: () => void;
  /** Without a sentence the component renders nothing. */
  children: string | undefined;
}

/** Says why something cannot be loaded, with a retry button. */
export function LoadFailure({ severity = "error", onRetry, children }: LoadFailureProps) {
  if (children === undefined) return null;
  return (
    <>
      <AlertBox severity={severity}>{children}</AlertBox>
      <Button variant="outlined" onClick={onRetry}>
        再試行
      </Button>
    </>
  );
}

interface LoadedSectionProps<Item> {
  /** The part of a query's result that is needed here; `data` is the list. */
  query: { data: readonly Item[] | undefined; error: Error | null; refetch: () => unknown };
  /** Names the list, as it stands before を読み込めませんでした. */
  name: string;
  /** In the list's place, where it usually has another size. */
  skeleton?: ReactNode;
  /** Says that the list is empty. */
  empty: string;
  children: (items: readonly Item[]) => ReactNode;
}

/**
 * The part of a screen that shows a list from the server: a skeleton while it loads, the reason and a retry button if it cannot be
 * loaded, a sentence if it is empty. Signed-out customers are on their way to /signin and see no failure.
 */
export function LoadedSection<Item>({ query, name, skeleton, empty, children }: LoadedSectionProps<Item>) {
  const { data, error, refetch } = query;
  const section = useRef<HTMLDivElement>(null);
  const complaint = data ? "最新の情報を表示できていません。" : `${name}を読み込めませんでした。`;
  const failure = failureSentence(error, complaint);
  const retry = (): void => {
    // The button is gone while the query runs.
    section.current?.focus();
    void refetch();
  };
  return (
    <Stack spacing={2} ref={section} tabIndex={-1}>
      <LoadFailure severity={data ? "warning" : "error"} onRetry={retry}>
        {failure}
      </LoadFailure>
      {!data && failure === undefined && (
        <div role="status" aria-label={`${name}を読み込んでいます`}>
          {skeleton ?? <SkeletonLines height="10rem" />}
        </div>
      )}
      {data?.length === 0 && (
        <Typography variant="body2" color="textSecondary">
          {empty}
        </Typography>
      )}
      {data && data.length > 0 && children(data)}
    </Stack>
  );
}

interface NextPageButtonProps {
  /** There is another page. */
  isShown: boolean;
  isLoading?: boolean;
  /** Why the page could not be loaded; the button is a retry button then. */
  failure?: string | undefined;
  onLoad: () => void;
  children: string;
}

/** The entries of the list that a button of this section belongs to. */
const entriesOf = (button: HTMLElement | null): ArrayLike<HTMLElement> =>
  button?.parentElement?.querySelectorAll<HTMLElement>("tbody > tr, li:not(li li)") ?? [];

/** Loads the next page of the list before it. The focus stays here; where the last page leaves no button, the first new entry has it. */
export function NextPageButton({
  isShown,
  isLoading = false,
  failure,
  onLoad,
  children,
}: NextPageButtonProps) {
  const place = useRef<HTMLDivElement>(null);
  /** The number of entries when the button was pressed. */
  const shownBefore = useRef<number>(undefined);
  useKeptFocus(isLoading);
  useEffect(() => {
    if (isLoading || shownBefore.current === undefined) return;
    const next = (isShown ? undefined : entriesOf(place.current)[shownBefore.current]) ?? place.current;
    shownBefore.current = undefined;
    if (!next || document.activeElement !== document.body) return;
    next.tabIndex = -1;
    next.focus();
  }, [isLoading, isShown]);
  const load = (): void => {
    shownBefore.current = entriesOf(place.current).length;
    onLoad();
  };
  return (
    <Stack spacing={2} ref={place} tabIndex={-1} sx={{ alignItems: "flex-start" }}>
      <LoadFailure onRetry={load}>{failure}</LoadFailure>
      {isShown && failure === undefined && (
        <Button variant="outlined" loading={isLoading} onClick={load}>
          <span>{children}</span>
        </Button>
      )}
    </Stack>
  );
}
