import type * as z from "zod/mini";
import { type DraftKey, session } from "../session.ts";

/** What was typed on a screen but not sent, so that a reload or an expired session loses nothing. */
export interface Draft<Typed> {
  /** `undefined` when there is none, or something else than `schema` describes. */
  read: () => Typed | undefined;
  write: (typed: Typed) => void;
  clear: () => void;
}

/**
 * A draft in session storage. `schema` names every field that is kept: a password or another secret that a form holds
 * beside them never reaches the storage. It looks at the shape only; the form's own rules look at what was typed.
 */
export function createDraft<Schema extends z.ZodMiniType>(
  key: DraftKey,
  schema: Schema,
): Draft<z.output<Schema>> {
  return {
    read: () => schema.safeParse(session.read(key)).data,
    write: (typed) => session.write(key, schema.parse(typed)),
    clear: () => session.remove(key),
  };
}
