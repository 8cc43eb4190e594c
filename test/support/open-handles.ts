/** A file fails that leaves a server, a connection, a process or a timer open: it could still reach what comes after. */
import { setImmediate as nextTurn } from "node:timers/promises";
import { afterAll, expect, vi } from "vitest";

/** Vitest's own connection. */
const isOfTheProcess = (type: string): boolean => type === "PipeWrap" || type === "TTYWrap";

const longestEnd = 10_000;
/** Another file's, which has failed. */
const before = process.getActiveResourcesInfo();

/** Of this file. */
function openHandles(): string[] {
  const left = process.getActiveResourcesInfo().filter((type) => !isOfTheProcess(type));
  for (const type of before) {
    const place = left.indexOf(type);
    if (place >= 0) left.splice(place, 1);
  }
  return left;
}

afterAll(async () => {
  vi.useRealTimers();
  const deadline = Date.now() + longestEnd;
  while (openHandles().length > 0 && Date.now() < deadline) await nextTurn();
  expect(openHandles(), "left open").toEqual([]);
});
