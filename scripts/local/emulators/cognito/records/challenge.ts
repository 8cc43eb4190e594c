/** A sign-in that waits for the client's answer: how far it got, and what the answer is measured by. */
import { z } from "zod";

/** One entry of `request.session` as the custom challenge triggers see it. */
const trailStep = z.object({
  challengeName: z.string(),
  challengeResult: z.boolean(),
});

const progress = z.object({
  userKey: z.string(),
  /** The browser's own device, when it named one, and whether it proved to be it. */
  deviceKey: z.string().optional(),
  deviceProven: z.boolean().optional(),
  /** CUSTOM_AUTH only: everything that was asked so far. */
  trail: z.array(trailStep).optional(),
});

const common = {
  progress,
  expiresAt: z.number(),
  wrongAnswers: z.number(),
  /** Kept after use, so that a second use gets the right error. */
  spent: z.boolean(),
};

/** The server's half of an SRP exchange, all in hex: the client's public value, the server's secret and public ones. */
const exchange = { clientPublic: z.string(), serverSecret: z.string(), serverPublic: z.string() };

export const challengeRecord = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("PASSWORD_VERIFIER"), ...common, ...exchange, userIdForSrp: z.string() }),
  z.object({ kind: z.literal("NEW_PASSWORD_REQUIRED"), ...common }),
  z.object({ kind: z.literal("SMS_MFA"), ...common, code: z.string() }),
  z.object({ kind: z.literal("SOFTWARE_TOKEN_MFA"), ...common }),
  z.object({ kind: z.literal("SELECT_MFA_TYPE"), ...common }),
  /** `verified` once a code proved that the app has the secret. */
  z.object({ kind: z.literal("MFA_SETUP"), ...common, verified: z.boolean() }),
  z.object({
    kind: z.literal("CUSTOM_CHALLENGE"),
    ...common,
    privateChallengeParameters: z.record(z.string(), z.string()),
  }),
  /** `challenge` is what the passkey signs, in Base64url. */
  z.object({ kind: z.literal("WEB_AUTHN"), ...common, challenge: z.string() }),
  z.object({ kind: z.literal("DEVICE_SRP_AUTH"), ...common }),
  z.object({ kind: z.literal("DEVICE_PASSWORD_VERIFIER"), ...common, ...exchange }),
]);

export type TrailStep = z.infer<typeof trailStep>;
export type Progress = z.infer<typeof progress>;
export type Challenge = z.infer<typeof challengeRecord>;
export type ChallengeKind = Challenge["kind"];
export type ChallengeOf<Kind extends ChallengeKind> = Extract<Challenge, { kind: Kind }>;
