/** Lists and their pages. Source: API reference, "Pagination". */
import { z } from "zod";
import { type Endpoints, endpoint, plain } from "./endpoint.ts";
import { integer, text } from "./parameters.ts";
import { invalidRequest } from "./stripe-error.ts";

export interface List<T> {
  object: "list";
  data: T[];
  has_more: boolean;
  url: string;
}

/** Parameters that every list takes. */
export const paging = {
  limit: integer(1)
    .refine((value) => value <= 100, { error: "limit must be at most 100." })
    .optional(),
  starting_after: text().optional(),
};
const bounds = z.strictObject({ gte: integer().optional(), lte: integer().optional() });

interface Listed {
  id: string;
  created: number;
}
interface Kept<T> {
  get(id: string): T;
  newestFirst(): T[];
}

/** `GET url/{id}`, and `GET url`, whose parameters are `filter`: each is a field's value, or becomes a function that judges the object. */
export function reading<T extends Listed>(url: string, kept: Kept<T>, filter?: z.ZodRawShape): Endpoints {
  const schema = z.strictObject({ ...paging, created: bounds.optional(), ...filter });
  return {
    [`GET ${url}/{id}`]: plain((id) => kept.get(id)),
    ...(filter && {
      [`GET ${url}`]: endpoint(schema, ({ limit, starting_after, created, ...wanted }) =>
        pageOf(matching(within(kept.newestFirst(), created), wanted), url, { limit, starting_after }),
      ),
    }),
  };
}

const within = <T extends Listed>(
  all: T[],
  { gte = 0, lte = Number.POSITIVE_INFINITY }: z.output<typeof bounds> = {},
): T[] => all.filter(({ created }) => created >= gte && created <= lte);

type Page = z.output<z.ZodObject<typeof paging>>;

/** One page out of `all`, which is newest first. */
export function pageOf<T extends { id: string }>(all: T[], url: string, page: Page = {}): List<T> {
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
export function matching<T extends object>(all: T[], filter: Readonly<Record<string, unknown>>): T[] {
  const wanted = Object.entries(filter).filter(([, value]) => value !== undefined);
  return all.filter((each) =>
    wanted.every(([name, value]) =>
      typeof value === "function" ? value(each) : Reflect.get(each, name) === value,
    ),
  );
}
