import { type ComponentType, lazy, Suspense, useEffect, useState } from "react";
import type { notices } from "#shared/endpoints/notices.ts";
import { limits } from "#shared/limits.ts";
import { whenIdle } from "#web/lib/browser/when-idle.ts";

// Every screen loads this file, and nearly always there is no notice: neither the contract nor the API's client is in it.
const path: (typeof notices)["path"] = "/api/notices";
const none = JSON.stringify({ result: { notices: [] } });
const pauseMs = limits.noticeSeconds * 1000;
const timeoutMs = 10_000;

interface Known {
  /** JSON as it came. */
  answer: string;
  at: number;
}

async function ask(): Promise<string | undefined> {
  try {
    const response = await fetch(path, { signal: AbortSignal.timeout(timeoutMs) });
    return response.ok ? await response.text() : undefined;
  } catch {
    return undefined;
  }
}

/** Polls while the tab is visible. A failed answer leaves the current notices. */
function useAnswer(): Known {
  const [known, setKnown] = useState<Known>({ answer: none, at: 0 });
  useEffect(() => {
    let askedAt = 0;
    let ended = false;
    const look = async (): Promise<void> => {
      if (document.hidden || Date.now() - askedAt < pauseMs / 2) return;
      askedAt = Date.now();
      const answer = await ask();
      if (!ended) setKnown((before) => ({ answer: answer ?? before.answer, at: Date.now() }));
    };
    // The screen comes first.
    void whenIdle().then(look);
    const timer = setInterval(look, pauseMs);
    document.addEventListener("visibilitychange", look);
    return () => {
      ended = true;
      clearInterval(timer);
      document.removeEventListener("visibilitychange", look);
    };
  }, []);
  return known;
}

const NoticeList = lazy(
  (): Promise<{ default: ComponentType<Known> }> =>
    import("./notice-list.tsx").catch(() => ({ default: () => null })),
);

/** Operators' notices, if there are any. A failure is not shown: the screen is about something else. */
export function Notices() {
  const { answer, at } = useAnswer();
  if (answer === none) return null;
  return (
    <Suspense>
      <NoticeList answer={answer} at={at} />
    </Suspense>
  );
}
