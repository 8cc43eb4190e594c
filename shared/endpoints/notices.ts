/** An operator's notices on the screens: maintenance, an incident, other information. */
import * as z from "zod/mini";
import { limits } from "../limits.ts";
import { define } from "./endpoint.ts";

/** The most urgent first. */
export const noticeKinds = ["incident", "maintenance", "information"] as const;

export const notice = z.object({
  id: z.string(),
  kind: z.enum(noticeKinds),
  /** Plain text. */
  text: z.string(),
  /** Only https. */
  link: z.optional(z.string().check(z.startsWith("https://"))),
  /** ISO 8601. */
  until: z.string(),
  /** Paths of the screens that show it; by default all. */
  screens: z.optional(z.array(z.string())),
});
export type OperatorNotice = z.output<typeof notice>;

/** The most urgent first, then the latest. */
export const notices = define({
  method: "GET",
  path: "/api/notices",
  authentication: "none",
  servesOtherSites: true,
  edgeSeconds: limits.noticeSeconds,
  response: z.object({ result: z.object({ notices: z.array(notice) }) }),
});
