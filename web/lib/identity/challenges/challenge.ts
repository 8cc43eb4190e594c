/** The challenges of Cognito after the password (specification section 4), by the portal's names. */
import type { SignInOutput } from "aws-amplify/auth";
import * as z from "zod/mini";
import { loadSiteConfig } from "../../net/site-config.ts";
import { callProvider } from "../provider.ts";
import { trustDevice } from "../tokens/token-storage.ts";

const methods = { SMS: "sms", TOTP: "app", EMAIL: "email" } as const;
const challenge = z.discriminatedUnion("kind", [
  /** An account that an operator created, perhaps without an e-mail address. */
  z.object({ kind: z.literal("new-password"), needsEmail: z.boolean() }),
  /** `destination` is the masked address or number. */
  z.object({
    kind: z.literal("sent-code"),
    by: z.enum(["sms", "email"]),
    destination: z.optional(z.string()),
  }),
  z.object({ kind: z.literal("app-code") }),
  z.object({ kind: z.literal("choice"), methods: z.array(z.enum(["sms", "app", "email"])) }),
  /** The secret is kept in memory: `setUpSecret`. */
  z.object({ kind: z.literal("app-set-up") }),
  z.object({ kind: z.literal("question"), text: z.optional(z.string()) }),
  z.object({ kind: z.literal("unsupported") }),
]);
export type Challenge = z.infer<typeof challenge>;
export type CodeMethod = (typeof methods)[keyof typeof methods];

/** Reads a challenge from the browser's history. `undefined` for anything else. */
export const readChallenge = (value: unknown): Challenge | undefined => challenge.safeParse(value).data;

let secret: string | undefined;

/** Returns the secret for the authenticator app. A reload loses it. */
export const setUpSecret = (): string | undefined => secret;

function sentCode(by: "sms" | "email", destination: string | undefined): Challenge {
  return { kind: "sent-code", by, ...(destination !== undefined && { destination }) };
}

export function challengeOf(nextStep: SignInOutput["nextStep"]): Challenge {
  switch (nextStep.signInStep) {
    case "CONFIRM_SIGN_IN_WITH_NEW_PASSWORD_REQUIRED": {
      const missing = nextStep.missingAttributes ?? [];
      const known = missing.every((attribute) => attribute === "email");
      return known ? { kind: "new-password", needsEmail: missing.length > 0 } : { kind: "unsupported" };
    }
    case "CONFIRM_SIGN_IN_WITH_SMS_CODE":
      return sentCode("sms", nextStep.codeDeliveryDetails?.destination);
    case "CONFIRM_SIGN_IN_WITH_EMAIL_CODE":
      return sentCode("email", nextStep.codeDeliveryDetails?.destination);
    case "CONFIRM_SIGN_IN_WITH_TOTP_CODE":
      return { kind: "app-code" };
    case "CONTINUE_SIGN_IN_WITH_MFA_SELECTION":
      return { kind: "choice", methods: (nextStep.allowedMFATypes ?? []).map((type) => methods[type]) };
    case "CONTINUE_SIGN_IN_WITH_TOTP_SETUP":
      secret = nextStep.totpSetupDetails.sharedSecret;
      return { kind: "app-set-up" };
    case "CONFIRM_SIGN_IN_WITH_CUSTOM_CHALLENGE": {
      const text = nextStep.additionalInfo?.question;
      return { kind: "question", ...(text !== undefined && { text }) };
    }
    default:
      return { kind: "unsupported" };
  }
}

/** Returns Amplify's name of a method. */
export const choiceOf = (method: CodeMethod): string =>
  Object.entries(methods).find(([, ours]) => ours === method)?.[0] ?? "";

/**
 * Makes this browser a trusted browser, in which sign-ins need no code. Never throws: after a failure,
 * sign-ins need one.
 */
export async function trustBrowser(): Promise<void> {
  await callProvider(async ({ rememberDevice }) => {
    await rememberDevice();
    await trustDevice((await loadSiteConfig()).userPoolClientId);
  }).catch(() => {});
}
