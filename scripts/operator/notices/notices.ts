/** `npm run admin -- notice`: texts that every screen shows within a minute, without a deployment. */
import { randomBytes } from "node:crypto";
import {
  isCurrent,
  isNotice,
  itemOf,
  type NoticeRow,
  noticeKey,
  noticePartition,
  parseNotice,
} from "#functions/notices/notice-table.ts";
import { getItem, type Put, readPartition } from "#functions/platform/table.ts";
import { noticeKinds } from "#shared/endpoints.ts";
import { limits } from "#shared/limits.ts";
import { paths } from "#shared/site/paths.ts";
import { changeRow, currentActor } from "../audit.ts";
import {
  type ChangingCommand,
  CommandRefused,
  type Options,
  type ReadingCommand,
  UsageError,
} from "../command.ts";
import { parseRow, writeOrRefuse } from "../rows.ts";
import { inTokyo, table } from "../show.ts";
import { toEnd } from "./end.ts";

export const setNotice: ChangingCommand = {
  purpose: "Shows a text on every screen, or on some, until a time. Within a minute, without a deployment.",
  takes: ["text"],
  requires: ["until"],
  allows: ["kind", "link", "screens", "reason"],
  async plan([text = ""], context) {
    const row = noticeOf(text, context.options);
    const current = (await readAll()).filter(isCurrent);
    if (current.length >= mostAtOnce)
      throw new CommandRefused(
        `${mostAtOnce} notices are shown already: clear one with npm run admin -- notice clear.`,
      );
    return {
      steps: () => [
        `Show on ${row.screens?.join(", ") ?? "every screen"} until ${inTokyo(row.until)}, as ${row.kind}: ${row.text}`,
      ],
      async apply() {
        const put = { put: itemOf(row), condition: "attribute_not_exists(pk)" };
        await writeOrRefuse([put, changeOf("set", row)]);
        const end = `To end it earlier: npm run admin -- notice clear ${row.id}`;
        return { text: `${row.id} is shown until ${inTokyo(row.until)}. ${end}`, data: row };
      },
    };
  },
};

export const clearNotice: ChangingCommand = {
  purpose: "Ends a notice before its time. Screens that are open lose it within a minute.",
  takes: ["id"],
  allows: ["reason"],
  async plan([id = ""]) {
    const refusal = `There is no notice ${id}: see npm run admin -- notice list`;
    const row = await getItem(noticeKey(id));
    if (!row) throw new CommandRefused(refusal);
    const notice = parseRow({ ...row, ...noticeKey(id) }, parseNotice);
    return {
      steps: () => [`End the notice ${id}: ${notice.text}`],
      async apply() {
        const removal = { delete: noticeKey(id), condition: "attribute_exists(pk)" };
        await writeOrRefuse([removal, changeOf("cleared", notice)], refusal);
        return { text: `${id} is not shown any more.`, data: { id } };
      },
    };
  },
};

export const listNotices: ReadingCommand = {
  purpose: "Shows the notices, and those that are over and not yet forgotten.",
  takes: [],
  async run() {
    const notices = await readAll();
    const lines = notices.map((each) => [
      each.id,
      each.kind,
      `${isCurrent(each) ? "until" : "over since"} ${inTokyo(each.until)}`,
      each.screens?.join(",") ?? "every screen",
      each.text,
      each.link ?? "",
    ]);
    return { text: lines.length > 0 ? table(lines) : "There are no notices.", data: { notices } };
  },
};

const mostAtOnce = 3;

function noticeOf(text: string, { kind = "information", until = "", link, screens }: Options): NoticeRow {
  const known = noticeKinds.find((each) => each === kind);
  if (known === undefined) throw new UsageError(`--kind is one of ${noticeKinds.join(", ")}.`);
  const shown = text.trim();
  if (shown.length > limits.noticeTextMaxLength)
    throw new UsageError(
      `The text has ${shown.length} characters; ${limits.noticeTextMaxLength} are allowed.`,
    );
  if (/\p{C}/u.test(shown)) throw new UsageError("The text is one line, without control characters.");
  return {
    id: randomBytes(4).toString("hex"),
    kind: known,
    text: shown,
    until: toEnd(until, new Date()).toISOString(),
    setAt: new Date().toISOString(),
    ...(link !== undefined && { link: toLink(link) }),
    ...(screens !== undefined && { screens: toScreens(screens) }),
  };
}

function toLink(text: string): string {
  const url = URL.parse(text);
  if (url?.protocol !== "https:" || url.username !== "" || url.password !== "")
    throw new UsageError(`${text} is not an https address.`);
  return url.href;
}

function toScreens(text: string): string[] {
  const known: readonly string[] = Object.values(paths);
  const wanted = text.split(",").map((each) => each.trim());
  const unknown = wanted.find((each) => !known.includes(each));
  if (unknown !== undefined) throw new UsageError(`There is no screen ${unknown}, but ${known.join(", ")}.`);
  return wanted;
}

const readAll = async (): Promise<NoticeRow[]> =>
  (await readPartition(noticePartition)).filter(isNotice).map((row) => parseRow(row, parseNotice));

const changeOf = (action: "set" | "cleared", notice: NoticeRow): Put =>
  changeRow(noticePartition, { action, ...currentActor(), notice });
