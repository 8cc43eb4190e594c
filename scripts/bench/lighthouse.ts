/** `npm run bench -- --lighthouse`: Lighthouse's figures of /signin and of the ready-made page, the two in turn, and our own clock's. */
import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Browser } from "playwright-core";
import { findChromium } from "#scripts/local/prerequisites/ensure-browser.ts";
import { paths } from "#shared/site/paths.ts";
import { withPortal } from "./browser.ts";
import { withPeer } from "./peer/build-peer.ts";
import { measureBlocked } from "./sign-in.ts";
import { budget, type Cell, median, printTable } from "./table.ts";

const lighthouse = { lighthouse: "13.5.0" };
const rounds = 5;
/** Milliseconds. */
const mostBlocked = 100;

/** Titles of the table's rows, and Lighthouse's ids. */
const audits = [
  ["total blocking time, ms", "total-blocking-time"],
  ["first contentful paint, ms", "first-contentful-paint"],
  ["largest contentful paint, ms", "largest-contentful-paint"],
  ["time to interactive, ms", "interactive"],
  ["layout shift", "cumulative-layout-shift"],
  ["bytes", "total-byte-weight"],
] as const;

type Id = (typeof audits)[number][1];
type Figures = Record<Id, { numericValue: number }>;

/** In a process and a browser of its own, with the mobile preset: CPU x 4 and slow 4G, both simulated. */
async function measure(url: string, folder: string): Promise<Figures> {
  const { executablePath, args, env } = await findChromium();
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [
      join(folder, "node_modules/lighthouse/cli/index.js"),
      url,
      "--only-categories=performance",
      "--output=json",
      "--quiet",
      `--chrome-flags=${["--headless", ...args].join(" ")}`,
    ],
    { env: { ...env, CHROME_PATH: executablePath }, maxBuffer: 100_000_000 },
  );
  return JSON.parse(stdout).audits;
}

const medianOf = (measured: readonly Figures[], id: Id): number =>
  median(measured.map((figures) => figures[id].numericValue));

async function print(browser: Browser, origins: [string, string], folder: string): Promise<void> {
  const [origin, peerOrigin] = origins;
  const ours: Figures[] = [];
  const peers: Figures[] = [];
  const byOurClock: number[][] = [];
  for (let round = 0; round < rounds; round += 1) {
    ours.push(await measure(`${origin}${paths.signIn}`, folder));
    peers.push(await measure(peerOrigin, folder));
    byOurClock.push(await measureBlocked(browser, origins));
  }
  printTable(
    `Lighthouse ${lighthouse.lighthouse} of ${paths.signIn}, mobile, medians of ${rounds}`,
    ["figure", "ours", "Authenticator"],
    [
      ...audits.map(([title, id]): Cell[] => [title, medianOf(ours, id), medianOf(peers, id)]),
      [
        "blocking time by --behind, ms",
        ...[0, 1].map((page) => median(byOurClock.map((each) => each[page] ?? Number.NaN))),
      ],
    ],
  );
  const blocked = Math.round(medianOf(ours, "total-blocking-time"));
  console.log(`\n${paths.signIn} is blocked for ${blocked} ms (${budget(blocked, mostBlocked)})`);
}

export const printLighthouse = (): Promise<void> =>
  withPeer(
    (peer, folder) =>
      withPortal((origin, browser) =>
        withPortal((peerOrigin) => print(browser, [origin, peerOrigin], folder), peer),
      ),
    lighthouse,
  );
