import type { FunctionName } from "#infra/settings/functions.ts";

export interface FunctionLine {
  at: string;
  function: FunctionName;
  line: string;
}

const maxLines = 1000;

/** The functions' log lines, newest first; errors are shown on the terminal as well. */
export function createFunctionLogs() {
  let lines: FunctionLine[] = [];
  return {
    add(name: FunctionName, line: string): void {
      lines.unshift({ at: new Date().toISOString(), function: name, line });
      lines = lines.slice(0, maxLines);
      if (/"level":"error"|"code":"provider_failed"/i.test(line)) console.error(`${name}: ${line}`);
    },
    list: (): readonly FunctionLine[] => lines,
    clear(): void {
      lines = [];
    },
  };
}
export type FunctionLogs = ReturnType<typeof createFunctionLogs>;
