/** A browser without history in which taro signs in: the site's own modules and Amplify, in front of the Cognito emulator. */
import { afterAll, beforeAll, beforeEach, vi } from "vitest";
import {
  ClientId,
  password,
  region,
  startPool,
  type TestPool,
  userPoolId,
} from "#test/scripts/local/emulators/cognito/pool.ts";
import { appCode } from "#test/scripts/local/emulators/cognito/second-factor.ts";
import { FakeStorage } from "#test/web/lib/fake-storage.ts";
import {
  newAuthenticatorSecret,
  proveAuthenticator,
  switchAuthenticator,
} from "#web/lib/identity/challenges/authenticator.ts";
import { signIn } from "#web/lib/identity/password/sign-in.ts";

interface Browser {
  pool: TestPool;
  session: FakeStorage;
  local: FakeStorage;
  /** Cognito's operations, in order. */
  asked: string[];
  /** Straight to the pool, past whatever stands for `fetch`. */
  fetch: typeof fetch;
}

/** New before each test of the file. */
export function signedInBrowser(): Browser {
  const { fetch } = globalThis;
  const browser = { fetch } as Browser;
  beforeAll(async () => {
    browser.pool = await startPool();
  });
  afterAll(() => browser.pool.close());
  beforeEach(async () => {
    browser.pool.renew();
    browser.pool.emulator.seedUser({ userName: "taro", password, email: "taro@example.jp" });
    Object.assign(browser, { session: new FakeStorage(), local: new FakeStorage(), asked: [] });
    vi.stubGlobal("sessionStorage", browser.session);
    vi.stubGlobal("localStorage", browser.local);
    const config = { region, userPoolId, userPoolClientId: ClientId, userPoolEndpoint: browser.pool.url };
    vi.stubGlobal("fetch", (...[address, init]: Parameters<typeof fetch>) => {
      if (address === "/config.json") return Promise.resolve(Response.json(config));
      browser.asked.push(new Headers(init?.headers).get("x-amz-target")?.split(".")[1] ?? String(address));
      return fetch(address, init);
    });
    await signIn("taro", password);
  });
  return browser;
}

/** From now on a sign-in needs a code. Returns the app's secret. */
export async function addAuthenticator(pool: TestPool): Promise<string> {
  const secret = await newAuthenticatorSecret();
  await proveAuthenticator(appCode(pool, secret, -1));
  await switchAuthenticator("on");
  return secret;
}
