import { type ComponentType, lazy, Suspense, useEffect, useState } from "react";
import type { notices } from "#shared/endpoints/notices.ts";
import { limits } from "#shared/limits.ts";
import { whenIdle } from "#web/lib/browser/when-idle.ts";

// Every screen loads this file and there are rarely notices, so it imports neither the endpoints nor the API
// client.
const path: (typeof notices)["path"] = "/api/notices";
const none = JSON.stringify({ result: { notices: [] } });
const pauseMs = limits.noticeSeconds * 1000;
const timeoutMs = 10_000;

/** The response's JSON, and its time in epoch milliseconds. */
interface PolledNotices {
  json: string;
  at: number;
}

async function fetchNotices(): Promise<string | undefined> {
  try {
    const response = await fetch(path, { signal: AbortSignal.timeout(timeoutMs) });
    return response.ok ? await response.text() : undefined;
  } catch {
    return undefined;
  }
}

/** Polls while the tab is visible. After a failure, the current notices stay. */
function usePolledNotices(): PolledNotices {
  const [polled, setPolled] = useState<PolledNotices>({ json: none, at: 0 });
  useEffect(() => {
    let fetchedAt = 0;
    let ended = false;
    const poll = async (): Promise<void> => {
      if (document.hidden || Date.now() - fetchedAt < pauseMs / 2) return;
      fetchedAt = Date.now();
      const json = await fetchNotices();
      if (!ended) setPolled((before) => ({ json: json ?? before.json, at: Date.now() }));
    };
    // The screen loads first.
    void whenIdle().then(poll);
    const timer = setInterval(poll, pauseMs);
    document.addEventListener("visibilitychange", poll);
    return () => {
      ended = true;
      clearInterval(timer);
      document.removeEventListener("visibilitychange", poll);
    };
  }, []);
  return polled;
}

const NoticeList = lazy(
  (): Promise<{ default: ComponentType<PolledNotices> }> =>
    import("./notice-list.tsx").catch(() => ({ default: () => null })),
);

/** Shows operators' notices. A failure is not shown. */
export function Notices() {
  const { json, at } = usePolledNotices();
  if (json === none) return null;
  return (
    <Suspense>
      <NoticeList json={json} at={at} />
    </Suspense>
  );
}
