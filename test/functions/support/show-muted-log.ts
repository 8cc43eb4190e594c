/** Many tests mute what the functions log: when one fails, it is shown after all. */
import { afterEach, vi } from "vitest";

afterEach(({ task }) => {
  const { write } = process.stdout;
  if (task.result?.state !== "fail" || !vi.isMockFunction(write)) return;
  for (const [line] of write.mock.calls) process.stderr.write(String(line));
});
