import { beforeAll, expect, test } from "vitest";
import type { StoredRelease } from "#functions/releases/release-table.ts";
import { releases as endpoint } from "#shared/endpoints.ts";
import { startReleases, zip } from "#test/scripts/support/releases.ts";
import { newPerson, type Person } from "../support/people.ts";
import { advance } from "../support/portal.ts";
import { saveProfile } from "../support/profiles.ts";
import { refusal } from "../support/replies.ts";

const releases = await startReleases();
const { portal } = releases;
const customer = newPerson();

beforeAll(() => saveProfile(portal, customer));

const ask = (query: Record<string, string>, person: Person = customer) =>
  portal.call("releases", { by: person, query });
const listed = async (fileType: string) =>
  endpoint.response.parse((await ask({ file_type: fileType })).json).result.releases;

test("no version is listed before the first release", async () => {
  expect(await listed("manual")).toEqual([]);
});

test("versions are listed, the latest first, with the current and the withdrawn one", async () => {
  const published: StoredRelease[] = [];
  // A zip holds the time at which it was made.
  const oldest = zip("1.9.0");
  for (const version of ["1.9.0", "1.10.0", "2.0.0"]) {
    advance(1000);
    const first = version === "1.9.0" && { notes: "**最初**", content: oldest };
    published.unshift(await releases.publish({ version, ...first }));
  }
  const facts = ({ version, size, sha256, publishedAt }: StoredRelease) => ({
    version,
    size,
    sha256,
    publishedAt,
  });
  const other = { notes: "", current: false, withdrawn: false };
  expect(await listed("plugin")).toEqual([
    { ...other, ...published.map(facts)[0], current: true },
    { ...other, ...published.map(facts)[1] },
    { ...other, ...published.map(facts)[2], notes: "**最初**" },
  ]);

  await releases.rollBack({ reason: "録音が止まる" });
  const states = async () =>
    (await listed("plugin")).map(({ version, current, withdrawn }) => [version, current, withdrawn]);
  expect(await states()).toEqual([
    ["2.0.0", false, true],
    ["1.10.0", true, false],
    ["1.9.0", false, false],
  ]);
  const download = (version: string) =>
    portal.call("download-file", { by: customer, query: { file_type: "plugin", version } });
  expect(refusal(await download("2.0.0"))).toEqual([404, "このバージョンの提供は終了しました。"]);
  const older = await fetch((await download("1.9.0")).json.result.url);
  expect(older.headers.get("content-disposition")).toBe('attachment; filename="plugin-1.9.0.zip"');
  expect(Buffer.from(await older.arrayBuffer())).toEqual(oldest);
});

test("an account without a profile may not see them", async () => {
  expect((await ask({ file_type: "plugin" }, newPerson())).status).toBe(403);
});
