import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { hostname, tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, type MockInstance, test, vi } from "vitest";
import { identifiers } from "../../scripts/local/identifiers.ts";
import { release } from "../../scripts/release.ts";
import { advance } from "../functions/support/portal.ts";
import { type Releases, startReleases, zip } from "./support/releases.ts";

const arn = "arn:aws:sts::123456789012:assumed-role/Operator/taro";
let releases: Releases;
let credentials: { accessKeyId: string; secretAccessKey: string };
let folder: string;
let file: string;
let origin: string;
let print: MockInstance<typeof console.log>;
/** How STS answers. */
let sts: { status: number; body: string };

/** Where the local cloud says what it is; and STS, which is posted to. */
const server = createServer((request, response) => {
  if (request.method === "POST") return void response.writeHead(sts.status).end(sts.body);
  const { AWS_ENDPOINT_URL_DYNAMODB, AWS_ENDPOINT_URL_S3 } = releases.portal.settings;
  const service = { region: identifiers.region, ...credentials };
  const dynamodb = { ...service, endpoint: AWS_ENDPOINT_URL_DYNAMODB, tableName: identifiers.tableName };
  const s3 = { ...service, endpoint: AWS_ENDPOINT_URL_S3, bucket: identifiers.bucket };
  response.end(JSON.stringify({ dynamodb, s3 }));
});

beforeAll(async () => {
  releases = await startReleases();
  const { accessKeyId, secretAccessKey } = await releases.portal.dynamodb.config.credentials();
  credentials = { accessKeyId, secretAccessKey };
  folder = mkdtempSync(join(tmpdir(), "release-"));
  file = join(folder, "plugin.zip");
  writeFileSync(file, zip("plugin"));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  server.close();
  rmSync(folder, { recursive: true });
  await releases.portal.close();
});
beforeEach(() => {
  advance(60_000);
  print = vi.spyOn(console, "log").mockImplementation(() => undefined);
  sts = { status: 200, body: `<GetCallerIdentityResult><Arn>${arn}</Arn></GetCallerIdentityResult>` };
});
const printed = (): string => print.mock.calls.flat().join("\n");
const run = (...words: string[]): Promise<void> => release([...words, "--local", origin]);

describe("in a local cloud", () => {
  test("publishes, rolls back and lists, each with who did it", async () => {
    await run("publish", "plugin", file, "1.0.0", "--notes", "最初の版");
    advance(60_000);
    await run("plugin", file, "1.1.0");
    expect((await releases.current())?.version).toBe("1.1.0");
    expect(printed()).toMatch(/^Published plugin 1\.0\.0: \d+ bytes, sha256 [0-9a-f]{64}$/m);
    expect(printed()).toContain(`s3://${identifiers.bucket}/releases/plugin/1.1.0/`);

    advance(60_000);
    await run("rollback", "plugin", "--notes", "起動しない");
    expect(printed()).toContain("Rolled plugin back from 1.1.0: customers get 1.0.0 from now on.");

    print.mockClear();
    await run("list");
    const operator = `${userInfo().username}@${hostname()}`;
    const lines = printed().split("\n");
    expect(lines[0]).toBe("plugin: customers get 1.0.0");
    expect(lines[1]).toMatch(
      /^ {3}1\.1\.0 {2}\d{4}-\d{2}-\d{2} \d{2}:\d{2} +\d+ bytes {2}sha256 [0-9a-f]{8}$/,
    );
    expect(lines[2]).toMatch(/^\* {2}1\.0\.0 .* 最初の版$/);
    expect(lines[4]).toContain(`rolled-back  1.1.0 -> 1.0.0  by ${operator}  (起動しない)`);
    expect(lines[6]).toContain(`published  1.0.0  by ${operator}  (最初の版)`);
    expect(lines.slice(7)).toEqual(["template: nothing published yet", "manual: nothing published yet"]);
  });
});

describe("at AWS", () => {
  beforeEach(() => {
    const { AWS_ENDPOINT_URL_DYNAMODB, AWS_ENDPOINT_URL_S3 } = releases.portal.settings;
    vi.stubEnv("AWS_REGION", identifiers.region);
    vi.stubEnv("AWS_ACCESS_KEY_ID", credentials.accessKeyId);
    vi.stubEnv("AWS_SECRET_ACCESS_KEY", credentials.secretAccessKey);
    vi.stubEnv("AWS_ENDPOINT_URL_DYNAMODB", AWS_ENDPOINT_URL_DYNAMODB);
    vi.stubEnv("AWS_ENDPOINT_URL_S3", AWS_ENDPOINT_URL_S3?.replace("localhost", "127.0.0.1"));
    vi.stubEnv("AWS_ENDPOINT_URL_STS", origin);
  });
  const names = { TABLE_NAME: identifiers.tableName, DOWNLOAD_BUCKET: identifiers.bucket };
  const outputs = (stacks: object): string => {
    const path = join(folder, "outputs.json");
    writeFileSync(path, JSON.stringify(stacks));
    return path;
  };

  test("finds the names in the environment, or in the file of outputs; the audit row holds who AWS says it was", async () => {
    await release(["manual", file, "1.0.0"], { ...process.env, ...names });
    const stacks = {
      "Portal-dev-Data": { TableName: identifiers.tableName, DownloadBucket: identifiers.bucket },
      "Portal-dev-Site": { SiteUrl: "https://x" },
    };
    await release(["publish", "manual", file, "1.1.0", "--outputs", outputs(stacks)]);
    // The rows stand in the order of a clock that may be set back between the two.
    const changes = (await releases.changes("manual")).map(({ version, operator }) => [version, operator]);
    expect(changes.sort()).toEqual([
      ["1.0.0", arn],
      ["1.1.0", arn],
    ]);
  });

  test("nobody publishes whom AWS does not know", async () => {
    sts = { status: 403, body: "<Error><Code>ExpiredToken</Code></Error>" };
    const attempt = release(["manual", file, "9.0.0"], { ...process.env, ...names });
    await expect(attempt).rejects.toThrow("AWS does not know these credentials (403): sign in again.");
    expect((await releases.current("manual"))?.version).not.toBe("9.0.0");
  });

  test("two environments in one file of outputs are not guessed between", async () => {
    const stacks = {
      "Portal-dev": { TableName: "a", DownloadBucket: "b" },
      "Portal-prod": { TableName: "c", DownloadBucket: "b" },
    };
    await expect(release(["list", "--outputs", outputs(stacks)])).rejects.toThrow(
      "more than one environment: a, c",
    );
  });
});

test.each([
  [[]],
  [["plugin"]],
  [["plugin", "FILE"]],
  [["readme", "FILE", "1.0.0"]],
  [["plugin", "FILE", "1.0.0", "x"]],
  [["publish", "plugin", "FILE"]],
  [["plugin", "FILE", "1.0.0", "--force"]],
  [["list", "readme"]],
  [["list", "plugin", "x"]],
  [["rollback"]],
  [["rollback", "plugin", "1.0.0", "x"]],
  [["toString"]],
])("%j is answered with how to call it", async (args) => {
  await expect(release(args.map((arg) => (arg === "FILE" ? file : arg)))).rejects.toThrow(
    "npm run release -- publish <plugin|template|manual>",
  );
});

test("says in a sentence what is wrong", async () => {
  await expect(release(["plugin", join(folder, "none.zip"), "9.9.9"])).rejects.toThrow("cannot be read");
  await expect(release(["plugin", file, "9.9.9"], {})).rejects.toThrow("TABLE_NAME");
  await expect(release(["plugin", file, "9.9.9", "--local", "http://127.0.0.1:9"])).rejects.toThrow(
    "No local cloud answers",
  );
});
