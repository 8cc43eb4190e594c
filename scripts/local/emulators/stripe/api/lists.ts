/** Lists and their pages. Source: API reference, "Pagination". */
import type { z } from "zod";
import type { createdFilter } from "./parameters.ts";
import { invalidRequest } from "./stripe-error.ts";

export interface List<T> {
  object: "list";
  data: T[];
  has_more: boolean;
  url: string;
}

export interface Page {
  limit?: number | undefined;
  starting_after?: string | undefined;
}

/** One page out of `all`, which is newest first. */
export function pageOf<T extends { id: string }>(all: T[], url: string, page: Page): List<T> {
  const { limit = 10, starting_after: after } = page;
  const rest = after === undefined ? all : all.slice(positionOf(all, after) + 1);
  return { object: "list", data: rest.slice(0, limit), has_more: rest.length > limit, url };
}

function positionOf(all: readonly { id: string }[], id: string): number {
  const position = all.findIndex((each) => each.id === id);
  if (position >= 0) return position;
  throw invalidRequest(`No such object: '${id}'`, { code: "resource_missing", param: "starting_after" });
}

/** Keeps what has, in each field that the filter names, that very value. */
export function matching<T extends object>(
  all: T[],
  filter: { [Name in keyof T]?: T[Name] | undefined },
): T[] {
  const wanted = Object.entries(filter).filter(([, value]) => value !== undefined);
  return all.filter((each) => {
    const fields = new Map<string, unknown>(Object.entries(each));
    return wanted.every(([name, value]) => fields.get(name) === value);
  });
}

export const createdWithin = (
  created: number,
  { gte = 0, lte = Number.POSITIVE_INFINITY }: z.output<typeof createdFilter> = {},
): boolean => created >= gte && created <= lte;
