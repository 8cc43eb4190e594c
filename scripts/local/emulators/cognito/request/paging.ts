import { invalidParameter } from "../errors.ts";

/** One page of a list, and the token for the next one. Throws InvalidParameterException for a token that is none. */
export function pageOf<Item>(
  items: readonly Item[],
  { Limit, PaginationToken }: { Limit?: number | undefined; PaginationToken?: string | undefined },
): { page: Item[]; PaginationToken?: string } {
  const start = PaginationToken === undefined ? 0 : startOf(PaginationToken);
  const end = start + (Limit || 60);
  const next = Buffer.from(`from ${end}`).toString("base64url");
  return { page: items.slice(start, end), ...(end < items.length ? { PaginationToken: next } : {}) };
}

function startOf(token: string): number {
  const start = /^from (\d+)$/.exec(Buffer.from(token, "base64url").toString())?.[1];
  if (start === undefined) throw invalidParameter("Invalid pagination token");
  return Number(start);
}
