/** Checks that a browser's answer is for this pool's relying party. Source: W3C WebAuthn, "Verifying an assertion". */
import { isoBase64URL } from "@simplewebauthn/server/helpers";
import { z } from "zod";
import { webAuthnNotEnabled } from "../errors.ts";
import type { Pool } from "../pool.ts";

/** Throws WebAuthnNotEnabledException where the sign-in policy has no passkeys. */
export function requirePasskeys({ settings: { passkeys }, relyingPartyId }: Pool) {
  if (!passkeys) throw webAuthnNotEnabled();
  return { ...passkeys, relyingPartyId };
}

/** The parts of a browser's answer that this file reads, for both ceremonies. The library verifies the rest. */
const browserAnswer = z.object({ id: z.string(), response: z.object({ clientDataJSON: z.string() }) });
export const isBrowserAnswer = (value: unknown): boolean => browserAnswer.safeParse(value).success;

const clientData = z.object({ origin: z.string(), challenge: z.string() });

/** The browser's client data; undefined if it cannot be read. */
export function readClientData(clientDataJSON: string): z.infer<typeof clientData> | undefined {
  try {
    return clientData.parse(JSON.parse(isoBase64URL.toUTF8String(clientDataJSON)));
  } catch {
    return undefined;
  }
}

/** The relying party's host or one below it, by https; `localhost` may go without. */
export function isAllowedOrigin(origin: string, { relyingPartyId }: Pick<Pool, "relyingPartyId">): boolean {
  if (!URL.canParse(origin)) return false;
  const { protocol, hostname } = new URL(origin);
  const isSecure = protocol === "https:" || (protocol === "http:" && hostname === "localhost");
  return isSecure && (hostname === relyingPartyId || hostname.endsWith(`.${relyingPartyId}`));
}
