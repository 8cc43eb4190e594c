/** A user as the pool keeps them. Fields that older snapshots lack have a default. */
import { z } from "zod";

const milliseconds = z.number();
const attributes = z.record(z.string(), z.string());

/** The purposes of a code: a new user's address, a password reset, a new address. */
const codePurpose = z.enum(["signUp", "forgotPassword", "email"]);

const code = z.object({ value: z.string(), destination: z.string(), expiresAt: milliseconds });

export const factor = z.enum(["SMS_MFA", "SOFTWARE_TOKEN_MFA"]);

/** The authenticator app. Secrets are Base32. */
const softwareToken = z.object({
  /** Handed out, not yet proven by a code. */
  pendingSecret: z.string().optional(),
  secret: z.string().optional(),
  /** Steps of 30 seconds whose code was taken: each works once. */
  usedSteps: z.array(z.number()),
});

/** A browser that registered itself. `salt` and `verifier` are SRP's, in hex. */
const device = z.object({
  key: z.string(),
  groupKey: z.string(),
  name: z.string().optional(),
  salt: z.string(),
  verifier: z.string(),
  remembered: z.boolean(),
  createdAt: milliseconds,
  authenticatedAt: milliseconds,
});

/** `id` and `publicKey` (COSE) in Base64url; `counter` is the authenticator's own. */
const passkey = z.object({
  id: z.string(),
  publicKey: z.string(),
  counter: z.number(),
  name: z.string(),
  createdAt: milliseconds,
});

export const userRecord = z.object({
  sub: z.string(),
  /** As typed at sign-up; a pool that ignores case still shows it like this. */
  userName: z.string(),
  status: z.enum(["UNCONFIRMED", "CONFIRMED", "FORCE_CHANGE_PASSWORD"]),
  enabled: z.boolean().default(true),
  createdAt: milliseconds,
  modifiedAt: milliseconds,
  attributes,
  /** SRP salt and verifier in hex: the password itself is never kept. */
  password: z.object({ salt: z.string(), verifier: z.string() }),
  codes: z.partialRecord(codePurpose, code),
  softwareToken: softwareToken.default({ usedSteps: [] }),
  /** Second factors that are switched on. */
  mfa: z
    .object({
      enabled: z.array(factor),
      preferred: factor.optional(),
      /** A passkey stands in for them. */
      webAuthn: z.boolean().optional(),
    })
    .default({ enabled: [] }),
  devices: z.array(device).default([]),
  passkeys: z.array(passkey).default([]),
  /** A passkey that is being added. */
  passkeyRegistration: z.object({ challenge: z.string(), expiresAt: milliseconds }).optional(),
});

export type CodePurpose = z.infer<typeof codePurpose>;
export type Code = z.infer<typeof code>;
export type Factor = z.infer<typeof factor>;
export type Passkey = z.infer<typeof passkey>;
export type Device = z.infer<typeof device>;
export type User = z.infer<typeof userRecord>;
