/** Authenticator apps, and Chromium's virtual authenticators. Source: Chrome DevTools Protocol, domain WebAuthn. */
import type { CDPSession, Page } from "playwright-core";
import { authenticatorCode, type HeldPasskey } from "#scripts/local/seed/sign-in-methods.ts";

/** A code of an app that was not used yet, and counts for at least half a minute from now. */
export const unusedCode = (secret: string, used: readonly string[] = []): string =>
  [0, 1].map((steps) => authenticatorCode(secret, steps)).find((code) => !used.includes(code)) ?? "";

export interface VirtualAuthenticator {
  /** Whether somebody is there to touch it. */
  setPresent(isPresent: boolean): Promise<void>;
  /** Whether the finger, face or PIN is the right one. */
  setVerified(isVerified: boolean): Promise<void>;
  /** The device is out of reach. */
  remove(): Promise<void>;
}

const sessions = new WeakMap<Page, Promise<CDPSession>>();

/** All authenticators of a page are of one session. */
function webAuthnOf(page: Page): Promise<CDPSession> {
  const session = sessions.get(page) ?? enable(page);
  sessions.set(page, session);
  return session;
}

async function enable(page: Page): Promise<CDPSession> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("WebAuthn.enable", { enableUI: false });
  return devtools;
}

interface NewAuthenticator {
  /** `internal`: of the device itself; `usb`: one that is plugged in. */
  transport?: "internal" | "usb";
  /** The one that it holds already. */
  passkey?: HeldPasskey | undefined;
}

export async function addAuthenticator(
  page: Page,
  { transport = "internal", passkey }: NewAuthenticator = {},
): Promise<VirtualAuthenticator> {
  const devtools = await webAuthnOf(page);
  const { authenticatorId } = await devtools.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport,
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  if (passkey) await devtools.send("WebAuthn.addCredential", { authenticatorId, credential: passkey });
  return {
    setPresent: async (enabled) => {
      await devtools.send("WebAuthn.setAutomaticPresenceSimulation", { authenticatorId, enabled });
    },
    setVerified: async (isUserVerified) => {
      await devtools.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified });
    },
    remove: async () => {
      await devtools.send("WebAuthn.removeVirtualAuthenticator", { authenticatorId });
    },
  };
}
