import type { FunctionName } from "../../../infra/settings/functions.ts";

const kept = 1000;

/** What the functions wrote, newest first; errors are shown on the terminal as well. */
export function createFunctionLogs() {
  let lines: { at: string; function: FunctionName; line: string }[] = [];
  return {
    add(name: FunctionName, line: string): void {
      lines.unshift({ at: new Date().toISOString(), function: name, line });
      lines = lines.slice(0, kept);
      if (/"level":"error"/i.test(line)) console.error(`${name}: ${line}`);
    },
    list: () => lines,
    clear(): void {
      lines = [];
    },
  };
}
