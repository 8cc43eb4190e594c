/** A file fails that leaves a server, a connection, a process or a timer open: it could still reach what comes after. */
import { setImmediate as nextTurn } from "node:timers/promises";
import { afterAll, expect, vi } from "vitest";

/** Vitest's own connection. */
const isOfTheProcess = (type: string): boolean => type === "PipeWrap" || type === "TTYWrap";
const openHandles = (): string[] => process.getActiveResourcesInfo().filter((type) => !isOfTheProcess(type));

const longestEnd = 10_000;

afterAll(async () => {
  vi.useRealTimers();
  const deadline = Date.now() + longestEnd;
  while (openHandles().length > 0 && Date.now() < deadline) await nextTurn();
  expect(openHandles(), "left open").toEqual([]);
});
