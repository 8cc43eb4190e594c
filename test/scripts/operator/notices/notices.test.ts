/** An operator's notice is shown to all visitors until it expires or is cleared. */
import { beforeEach, expect, test } from "vitest";
import { toEnd } from "#scripts/operator/notices/end.ts";
import { notices, type OperatorNotice } from "#shared/endpoints.ts";
import { advance } from "#test/functions/support/portal.ts";
import { startOperator } from "#test/scripts/support/operator.ts";

const desk = await startOperator();
const hour = 60 * 60_000;

async function activeNotices(): Promise<OperatorNotice[]> {
  const { status, text, headers } = await desk.portal.call("notices");
  expect([status, headers["cache-control"]]).toEqual([200, "public, max-age=0, s-maxage=30"]);
  return notices.response.parse(JSON.parse(text)).result.notices;
}
const set = async (text: string, ...options: string[]): Promise<OperatorNotice> =>
  JSON.parse(await desk.run("notice", "set", text, ...options, "--json"));

beforeEach(async () => {
  for (const { id } of await activeNotices()) await desk.run("notice", "clear", id);
});

test("a notice is returned with exactly its set fields, until it expires", async () => {
  const text = "11月30日（月）2:00〜4:00にメンテナンスを行います。<b>";
  const options = "--until 2h --kind maintenance --link https://status.example.jp/1 --screens /menu,/signin";
  const { id } = await set(text, ...options.split(" "));
  const [notice, ...others] = await activeNotices();
  expect(others).toEqual([]);
  expect(notice).toEqual({
    id,
    kind: "maintenance",
    text,
    link: "https://status.example.jp/1",
    screens: ["/menu", "/signin"],
    until: expect.stringMatching(/Z$/),
  });
  advance(2 * hour - 60_000);
  expect(await activeNotices()).toHaveLength(1);
  advance(60_000);
  expect(await activeNotices()).toEqual([]);
});

test("the most urgent comes first, then the latest; a fourth is refused", async () => {
  for (const [text, kind] of [
    ["一", "information"],
    ["二", "information"],
    ["三", "incident"],
  ] as const)
    await set(text, "--until", "1d", "--kind", kind);
  expect((await activeNotices()).map(({ text }) => text)).toEqual(["三", "二", "一"]);
  await expect(set("四", "--until", "1d")).rejects.toThrow("3 notices are shown already");
});

test("a cleared notice disappears; the trail keeps operator and reason", async () => {
  const { id } = await set("障害", "--until", "30m", "--kind", "incident", "--reason", "監視より");
  await desk.run("notice", "clear", id, "--reason", "復旧");
  expect(await activeNotices()).toEqual([]);
  await expect(desk.run("notice", "clear", id)).rejects.toThrow(`There is no notice ${id}`);
  const trail = (await desk.portal.partition("NOTICES")).filter(
    ({ sk, notice }) => String(sk).startsWith("AUDIT#") && (notice as OperatorNotice).id === id,
  );
  expect(trail.map(({ action, reason, operator }) => [action, reason, typeof operator])).toEqual([
    ["set", "監視より", "string"],
    ["cleared", "復旧", "string"],
  ]);
});

test.each([
  ["--until 1h --kind danger", "--kind is one of incident, maintenance, information."],
  ["--until 1h --link http://example.jp", "http://example.jp is not an https address."],
  ["--until 1h --link javascript:alert(1)", "is not an https address."],
  ["--until 1h --link https://a:b@example.jp", "is not an https address."],
  ["--until 1h --screens /menu,/nowhere", "There is no screen /nowhere"],
  ["--until 2026-13-40T10:00", "--until is 90m, 2h, 3d or a time of Japan"],
  ["--until 2020-01-01T10:00", "is over."],
  ["--until 365d", "92 days at most"],
  ["--until 1h", "The text has 141 characters; 140 are allowed.", "あ".repeat(141)],
  ["--until 1h", "The text is one line", "一\n二"],
])(
  "%s is refused in one sentence, and nothing is written: %s",
  async (options, message, text = "お知らせ") => {
    const work = () => desk.run("notice", "set", text, ...options.split(" "));
    await expect(desk.expectNothingWritten(work)).rejects.toThrow(message);
  },
);

test("an end is a while from now, or a time of Japan", () => {
  const now = new Date("2026-11-23T08:00:00Z");
  expect(toEnd("90m", now).toISOString()).toBe("2026-11-23T09:30:00.000Z");
  expect(toEnd("2026-11-23 18:00", now).toISOString()).toBe("2026-11-23T09:00:00.000Z");
});
