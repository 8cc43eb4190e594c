/** Chromium's virtual authenticators. Source: Chrome DevTools Protocol, domain WebAuthn. */
import type { CDPSession, Page } from "playwright-core";

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

/** `internal`: of the device itself; `usb`: one that is plugged in. */
export async function addAuthenticator(
  page: Page,
  transport: "internal" | "usb" = "internal",
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
