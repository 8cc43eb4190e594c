/**
 * A process runs many files: each gets modules, time, globals and environment variables of its own, while packages, which take
 * longest to load, stay loaded.
 */
import { afterAll, vi } from "vitest";

const environment = { ...process.env };
vi.resetModules();
afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
  // An operator's command sets variables itself.
  for (const name of Object.keys(process.env)) if (!(name in environment)) delete process.env[name];
  Object.assign(process.env, environment);
});
