/** A file fails that leaves a server, a connection, a process or a timer open: it could still reach what comes after. */
import { setImmediate as nextTurn } from "node:timers/promises";
import { afterAll, expect, vi } from "vitest";
import { leftByOthers } from "./left-open.ts";

/** Vitest's own connection. */
const isOfTheProcess = (type: string): boolean => type === "PipeWrap" || type === "TTYWrap";

const longestEnd = 10_000;

/** This file's own. */
function openHandles(): string[] {
  const open = process.getActiveResourcesInfo().filter((type) => !isOfTheProcess(type));
  for (const type of leftByOthers) {
    const place = open.indexOf(type);
    if (place >= 0) open.splice(place, 1);
  }
  return open;
}

afterAll(async () => {
  vi.useRealTimers();
  const deadline = Date.now() + longestEnd;
  while (openHandles().length > 0 && Date.now() < deadline) await nextTurn();
  const left = openHandles();
  leftByOthers.push(...left);
  expect(left, "left open").toEqual([]);
});
