/** The time of a sign-in: on our page and, with `--peer`, on the ready-made one, in turn. */
import type { Browser, Page } from "playwright-core";
import { demoStandard } from "#scripts/local/seed/demo-user.ts";
import { paths } from "#shared/site/paths.ts";
import { ourLabels, typeAndPress } from "./browser.ts";
import { machine, newPage, slowDown } from "./slow-phone.ts";
import { budget, type Cell, median, printTable } from "./table.ts";

const rounds = 5;
/** Milliseconds in which /signin is blocked while it loads, as in `lighthouse.ts`. */
const mostBlocked = 100;
/** Ours over the ready-made page's. Decision 5. */
const goals = { first: 1, again: 0.95, bytes: 0.9 };

interface SignInPage {
  origin: string;
  path: string;
  labels: typeof ourLabels;
  locale: string;
}

const ours = (origin: string): SignInPage => ({
  origin,
  path: paths.signIn,
  labels: ourLabels,
  locale: "ja-JP",
});
const authenticator = (origin: string): SignInPage => ({
  origin,
  path: "/",
  labels: { loginId: "Username", password: "Password", signIn: "Sign in", signOut: "Sign out" },
  locale: "en-US",
});

/** Milliseconds from the press to the company's name, kilobytes of the first screen, milliseconds in which it was blocked. */
interface SignIn {
  blocked: number;
  bytes: number;
  first: number;
  /** With the device that the first one left. */
  again: number;
}

const waitedOn = async (page: Page): Promise<number> => {
  const measured = () => Reflect.get(globalThis, "measured").waited;
  return Number(await (await page.waitForFunction(measured, undefined, { timeout: 60_000 })).jsonValue());
};

async function openOn(page: Page, { origin, path, labels }: SignInPage): Promise<void> {
  await page.goto(`${origin}${path}`, { waitUntil: "networkidle" });
  await page.getByLabel(labels.loginId, { exact: true }).waitFor();
}

async function signOutOn(page: Page, { labels }: SignInPage): Promise<void> {
  await page.waitForLoadState("networkidle");
  await page.getByRole("button", { name: labels.signOut }).first().click();
  await page.getByLabel(labels.loginId, { exact: true }).waitFor();
}

/** Loads the first screen. The page is slow from here on. */
async function load(page: Page, signInPage: SignInPage): Promise<Pick<SignIn, "bytes" | "blocked">> {
  let bytes = 0;
  const session = await slowDown(page);
  session.on("Network.loadingFinished", ({ encodedDataLength }) => {
    bytes += encodedDataLength;
  });
  await openOn(page, signInPage);
  // The network may be idle before React is there, and a long task is reported only after its end.
  await page.locator("#root:not([data-shows])").waitFor();
  await page.waitForTimeout(1000);
  return { bytes: bytes / 1000, blocked: await page.evaluate<number>("measured.blocked") };
}

/** Milliseconds in which the first screen is blocked while it loads: of our page, and of the ready-made one. */
export async function measureBlocked(browser: Browser, [origin, peerOrigin]: [string, string]) {
  const blocked: number[] = [];
  for (const signInPage of [ours(origin), authenticator(peerOrigin)]) {
    const page = await newPage(browser, "", { locale: signInPage.locale, bypassCSP: true });
    blocked.push((await load(page, signInPage)).blocked);
    await page.context().close();
  }
  return blocked;
}

/** Types as a person does, and presses. */
async function measureSignIn(browser: Browser, signInPage: SignInPage, company: string): Promise<SignIn> {
  const { labels, locale } = signInPage;
  const page = await newPage(browser, company, { locale, bypassCSP: true });
  const loaded = await load(page, signInPage);
  await typeAndPress(page, demoStandard, 50, labels);
  const first = await waitedOn(page);
  await signOutOn(page, signInPage);
  await openOn(page, signInPage);
  await typeAndPress(page, demoStandard, 50, labels);
  const again = await waitedOn(page);
  await page.context().close();
  return { ...loaded, first, again };
}

/** Of a customer who has a passkey in this browser, and does not use its list. */
async function measurePasskey(browser: Browser, signInPage: SignInPage, company: string): Promise<number> {
  const { origin, labels } = signInPage;
  const page = await newPage(browser, company);
  const session = await page.context().newCDPSession(page);
  await session.send("WebAuthn.enable");
  const abilities = { hasResidentKey: true, hasUserVerification: true, isUserVerified: true } as const;
  const { authenticatorId } = await session.send("WebAuthn.addVirtualAuthenticator", {
    options: { protocol: "ctap2", transport: "internal", automaticPresenceSimulation: true, ...abilities },
  });
  // The browser would answer the field's own offer of passkeys, too.
  const setPresence = (enabled: boolean) =>
    session.send("WebAuthn.setAutomaticPresenceSimulation", { authenticatorId, enabled });
  await openOn(page, signInPage);
  await typeAndPress(page, demoStandard);
  await page.waitForURL(`**${paths.menu}`);
  await page.goto(`${origin}${paths.security}`);
  await page.getByRole("button", { name: "パスキーを追加する" }).click();
  await page.getByText("パスキーを追加しました。").waitFor();
  await setPresence(false);
  await signOutOn(page, signInPage);
  await page.context().clearCookies({ name: "passkeyLoginId" });
  await slowDown(page);
  await openOn(page, signInPage);
  await page.getByLabel(labels.loginId).pressSequentially(demoStandard.userName, { delay: 50 });
  await setPresence(true);
  await page.getByRole("button", { name: "パスキーでログイン" }).click();
  const waited = await waitedOn(page);
  await page.context().close();
  return waited;
}

const medianOf = (signIns: readonly SignIn[], name: keyof SignIn): number =>
  median(signIns.map((signIn) => signIn[name]));

const rows = [
  ["first in this browser, ms", "first"],
  ["with a remembered device, ms", "again"],
  ["bytes of the first screen, kB", "bytes"],
] as const;

/** `peers`: empty without `--peer`. */
function print(signIns: readonly SignIn[], peers: readonly SignIn[], passkeys: readonly number[]): void {
  const rowOf = ([title, name]: (typeof rows)[number]): Cell[] => {
    const own = medianOf(signIns, name);
    if (peers.length === 0) return [title, own];
    const peer = medianOf(peers, name);
    const ratio = Number((own / peer).toFixed(2));
    return [title, own, peer, ratio, budget(ratio, goals[name])];
  };
  const passkey: Cell[][] = passkeys.length > 0 ? [["passkey, ms", median(passkeys), "-", "-", "-"]] : [];
  printTable(
    `From the press to the company's name on the menu: ${machine}, medians of ${rounds}`,
    ["sign-in", "ours", ...(peers.length > 0 ? ["Authenticator", "ratio", "goal"] : [])],
    rows.map(rowOf).toSpliced(2, 0, ...passkey),
  );
  const blocked = Math.round(medianOf(signIns, "blocked"));
  console.log(
    `\n${paths.signIn} is blocked for ${blocked} ms while it loads (${budget(blocked, mostBlocked)})`,
  );
}

/** Ours and the ready-made page's in turn, so that a busy moment meets both. */
export async function printSignIns(
  browser: Browser,
  origin: string,
  company: string,
  peerOrigin?: string,
): Promise<void> {
  const signIns: SignIn[] = [];
  const peers: SignIn[] = [];
  const passkeys: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    signIns.push(await measureSignIn(browser, ours(origin), company));
    if (peerOrigin === undefined) continue;
    peers.push(await measureSignIn(browser, authenticator(peerOrigin), company));
    passkeys.push(await measurePasskey(browser, ours(origin), company));
  }
  print(signIns, peers, passkeys);
}
