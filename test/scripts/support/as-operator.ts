import { type Context, withContext } from "#functions/runtime/context.ts";

export type Actor = Extract<Context, { kind: "operator" }>["actor"];

/** Runs code behind a command as that operator. */
export const asOperator = <T>(run: () => T, actor: Partial<Actor> = {}): T =>
  withContext({ kind: "operator", actor: { operator: "taro", accessKeyId: "AKIA", ...actor } }, run);
