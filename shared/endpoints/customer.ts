/** The customer's profile, and checks of its fields. */
import * as z from "zod/mini";
import { connectionCheckKinds, connectionCheckStates } from "../connection-check.ts";
import { userRecord, userRequest } from "../customer/customer.ts";
import { rulesIn } from "../customer/customer-field-views.ts";
import { fields } from "../fields.ts";
import { messages } from "../messages.ts";
import { define, identifier } from "./endpoint.ts";

export const getUser = define({
  method: "GET",
  path: "/api/user",
  authentication: "id-token",
  query: z.strictObject({ name: identifier }),
  response: z.object({ results: z.array(userRecord).check(z.maxLength(1)) }),
});

export const postUser = define({
  method: "POST",
  path: "/api/user",
  authentication: "id-token",
  body: userRequest,
  response: z.object({ result: z.object({ customerId: z.string() }) }),
});

/** Sends, calls and checks a code. `request_id`: the id of the verification, not of an API request. */
export const verify = define({
  method: "POST",
  path: "/api/verify",
  authentication: "optional-id-token",
  body: z.discriminatedUnion("mode", [
    z.strictObject({ mode: z.literal("send"), phone_number: fields.chargePhoneNumber }),
    z.strictObject({ mode: z.literal("check"), code: fields.code, request_id: identifier }),
    /** The same code by a voice call. */
    z.strictObject({ mode: z.literal("call"), request_id: identifier }),
  ]),
  response: z.object({
    request_id: z.optional(z.string()),
    /** If a code was sent or called less than a minute ago: seconds until the next SMS or call. */
    retry_after_seconds: z.optional(z.int()),
  }),
});

/**
 * Deletes an unconfirmed account, so that its owner can sign up again with the same login ID. `requestId`: id
 * of its phone verification. The response does not reveal whether there was such an account.
 */
export const withdrawSignUp = define({
  method: "POST",
  path: "/api/sign-up",
  authentication: "none",
  body: z.strictObject({
    operation: z.literal("withdraw"),
    loginId: fields.loginId,
    email: fields.email,
    requestId: identifier,
  }),
  response: z.object({}),
});

/**
 * Mails the login IDs of the confirmed accounts of that address. The response is the same for an address
 * without one, and takes the same time.
 */
export const loginIds = define({
  method: "POST",
  path: "/api/login-ids",
  authentication: "none",
  body: z.strictObject({ email: fields.email }),
  response: z.object({}),
});

export const corporateNumber = define({
  method: "GET",
  path: "/api/corporate-number",
  authentication: "none",
  query: z.strictObject({
    number: z.string().check(z.regex(/^\d{13}$/, messages.corporateNumber)),
  }),
  response: z.object({
    result: z.object({
      valid: z.boolean(),
      name: z.optional(z.string()),
      address: z.optional(z.string()),
      prefecture: z.optional(z.int()),
      city: z.optional(z.string()),
      streetAddress: z.optional(z.string()),
      postalCode: z.optional(z.string()),
    }),
  }),
});

export const voiceProviderCheck = define({
  method: "POST",
  path: "/api/voice-provider/check",
  readsOnly: true,
  authentication: "id-token",
  body: z.strictObject({ api_key: fields.apiKey }),
  response: z.object({
    result: z.object({
      status: z.enum(["updated", "not_updated"]),
      message1: z.optional(z.string()),
      link: z.optional(z.string()),
      message2: z.optional(z.string()),
    }),
  }),
});

/**
 * Checks the entered credentials at Vonage, without storing them. The result is advice only:
 * `voiceProviderCheck` decides whether the upgrade continues.
 */
export const voiceProviderDiagnose = define({
  method: "POST",
  path: "/api/voice-provider/diagnose",
  readsOnly: true,
  authentication: "id-token",
  body: z.strictObject({
    ...rulesIn("voiceProvider"),
    apiSecret: fields.apiSecret,
    privateKey: z.optional(fields.privateKey),
  }),
  response: z.object({
    result: z.object({
      checks: z.array(
        z.object({
          kind: z.enum(connectionCheckKinds),
          state: z.enum(connectionCheckStates),
          message: z.optional(z.string()),
          link: z.optional(z.string()),
        }),
      ),
    }),
  }),
});
