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
  /** The message. `undefined` renders nothing. */
  children: string | undefined;
}

/** An error message with a retry button. */
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
  /** The query's result. `data` is the list. */
  query: { data: readonly Item[] | undefined; error: Error | null; refetch: () => unknown };
  /** The list's name, before を読み込めませんでした. */
  name: string;
  /** Replaces the default skeleton, for a list of another size. */
  skeleton?: ReactNode;
  /** The text of an empty list. */
  empty: string;
  children: (items: readonly Item[]) => ReactNode;
}

/**
 * A list from the API: a skeleton while it loads, the reason and a retry button after a failure, and a text
 * if it is empty. Signed-out visitors are being redirected to /signin and see no failure.
 */
export function LoadedSection<Item>({ query, name, skeleton, empty, children }: LoadedSectionProps<Item>) {
  const { data, error, refetch } = query;
  const section = useRef<HTMLDivElement>(null);
  const complaint = data ? "最新の情報を表示できていません。" : `${name}を読み込めませんでした。`;
  const failure = failureSentence(error, complaint);
  const retry = (): void => {
    // The button disappears while the query runs.
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
  /** Whether there is another page. */
  isShown: boolean;
  isLoading?: boolean;
  /** The message of a failure, with which the button is a retry button. */
  failure?: string | undefined;
  onLoad: () => void;
  children: string;
}

/** Returns the entries of the list above the button. */
const entriesOf = (button: HTMLElement | null): ArrayLike<HTMLElement> =>
  button?.parentElement?.querySelectorAll<HTMLElement>("tbody > tr, li:not(li li)") ?? [];

/**
 * A button that loads the next page of the list above. It keeps the focus. After the last page, when it
 * disappears, the first new entry receives the focus.
 */
export function NextPageButton({
  isShown,
  isLoading = false,
  failure,
  onLoad,
  children,
}: NextPageButtonProps) {
  const place = useRef<HTMLDivElement>(null);
  /** The number of entries before the press. */
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
