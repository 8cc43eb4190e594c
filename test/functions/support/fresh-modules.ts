/**
 * A process runs many files: each gets modules, time and environment variables of its own, while packages, which take longest
 * to load, stay loaded.
 */
import { afterAll, vi } from "vitest";

vi.resetModules();
afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
});
