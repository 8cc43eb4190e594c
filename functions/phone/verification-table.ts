/** Phone verifications: one row for each code that was sent, under the portal's own id. */

import { createHash } from "node:crypto";
import * as z from "zod/mini";
import {
  type Key,
  type Put,
  readItem,
  transactWrite,
  tryTransactWrite,
  type Update,
  updateItem,
} from "#functions/platform/table.ts";
import { epochSeconds } from "#functions/platform/time.ts";
import { HttpError } from "#functions/runtime/http-error.ts";
import { dayMs } from "#shared/durations.ts";
import { activateRequest, type SentRequest } from "./phone-table.ts";

/** Time to finish signing up after the phone was verified. */
const verifiedMs = dayMs;

export const verification = z.object({
  verificationId: z.string(),
  /** `+81...` */
  number: z.string(),
  vonageRequestId: z.string(),
  status: z.enum(["sent", "verified", "consumed"]),
  /** Hash of the code that is being checked; of the right code once verified. */
  checkedCode: z.optional(z.string()),
  /** Epoch seconds. DynamoDB deletes expired items late. */
  expiresAt: z.int(),
});
export type Verification = z.output<typeof verification>;

export const verificationKey = (verificationId: string): Key => ({
  pk: `VERIFICATION#${verificationId}`,
  sk: "VERIFICATION",
});

export const readVerification = (verificationId: string): Promise<Verification | undefined> =>
  readItem(verificationKey(verificationId), verification);

export const isExpired = ({ expiresAt }: Verification): boolean => expiresAt * 1000 <= Date.now();

/** The data to check a code: the request at Vonage, and its end. */
type Checkable = Pick<SentRequest, "vonageRequestId" | "activeUntil">;

const newVerification = (
  verificationId: string,
  number: string,
  { vonageRequestId, activeUntil }: Checkable,
): Put => ({
  put: {
    ...verificationKey(verificationId),
    verificationId,
    number,
    vonageRequestId,
    status: "sent",
    expiresAt: epochSeconds(activeUntil),
  },
});

/**
 * Stores the verification of a code that was sent, and the number's active request. Throws 401 if the
 * customer was erased meanwhile.
 */
export async function recordSent(verificationId: string, number: string, sent: SentRequest): Promise<void> {
  const writes = [
    newVerification(verificationId, number, sent),
    activateRequest(number, verificationId, sent),
  ];
  // An erasure deletes the number's row.
  if (!(await tryTransactWrite(writes))) throw new HttpError("unauthorized");
}

/** Stores another verification of a code that was sent before. */
export const recordSentBefore = (verificationId: string, number: string, sent: Checkable): Promise<void> =>
  transactWrite([newVerification(verificationId, number, sent)]);

/**
 * Moves the verification to the request of a voice call: its code and its id stay the same. Returns false if
 * it was verified already.
 */
export function recordCalled({ verificationId, number }: Verification, sent: SentRequest): Promise<boolean> {
  const { vonageRequestId, activeUntil } = sent;
  return tryTransactWrite([
    {
      update: verificationKey(verificationId),
      set: { vonageRequestId, expiresAt: epochSeconds(activeUntil) },
      condition: "#status = :sent",
      names: { "#status": "status" },
      values: { ":sent": "sent" },
    },
    activateRequest(number, verificationId, sent),
  ]);
}

const hashOf = (verificationId: string, code: string): string =>
  createHash("sha256").update(`${verificationId}:${code}`).digest("hex");

/** True if Vonage was called with this code and has not refused it. */
export const isCheckedCode = ({ verificationId, checkedCode }: Verification, code: string): boolean =>
  checkedCode === hashOf(verificationId, code);

/**
 * Stores the code before Vonage is called, whose response may be lost. Returns false if another code was
 * stored since `seen` was read.
 */
export const recordChecked = (seen: Verification, code: string): Promise<boolean> =>
  updateItem({
    update: verificationKey(seen.verificationId),
    set: { checkedCode: hashOf(seen.verificationId, code) },
    condition: `#status = :sent AND ${seen.checkedCode === undefined ? "attribute_not_exists(checkedCode)" : "checkedCode = :seen"}`,
    names: { "#status": "status" },
    values: {
      ":sent": "sent",
      ...(seen.checkedCode === undefined ? {} : { ":seen": seen.checkedCode }),
    },
  });

export const recordWrong = ({ verificationId }: Verification, code: string): Promise<boolean> =>
  updateItem({
    update: verificationKey(verificationId),
    set: { checkedCode: null },
    condition: "checkedCode = :code",
    values: { ":code": hashOf(verificationId, code) },
  });

export const recordVerified = ({ verificationId }: Verification, code: string): Promise<boolean> =>
  updateItem({
    update: verificationKey(verificationId),
    set: {
      status: "verified",
      checkedCode: hashOf(verificationId, code),
      expiresAt: epochSeconds(Date.now() + verifiedMs),
    },
    condition: "#status = :sent",
    values: { ":sent": "sent" },
  });

/** The write that consumes a verification of that number, once, for that customer. */
export const consumption = (verificationId: string, number: string, sub: string): Update => ({
  update: verificationKey(verificationId),
  set: { status: "consumed", sub },
  condition: "#status = :verified AND #number = :number AND expiresAt > :now",
  names: { "#number": "number" },
  values: { ":verified": "verified", ":number": number, ":now": epochSeconds(Date.now()) },
});
