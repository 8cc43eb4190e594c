/**
 * Of every file: its portal and its browser are its worker's own, and in order at the start. After a failure the worker gets
 * others; a browser that is in order serves the next file, too, whose journeys have contexts of their own.
 */
import { afterAll, afterEach, beforeAll, inject } from "vitest";
import { closeBrowser } from "./browser.ts";
import { local, takePortal } from "./local.ts";

const { giveBack } = await takePortal(inject("portalPool"));

// A fault that one file's last test left would fail the next file's first call.
beforeAll(() => local.clearFaults());
afterEach(async ({ task }) => {
  if (task.result?.state === "fail") await closeBrowser();
});
// biome-ignore lint/correctness/noEmptyPattern: Vitest reads the pattern, and refuses a name.
afterAll(async ({}, file) => {
  // A describe block fails with its tests and with its hooks.
  const isInOrder = [file, ...file.tasks].every(({ result }) => result?.state !== "fail");
  await (isInOrder ? giveBack() : closeBrowser());
});
