import { release } from "#functions/platform/lease.ts";
import type { Key } from "#functions/platform/table.ts";
import { isAwsError } from "#functions/runtime/aws-errors.ts";
import { errorFields, log } from "#functions/runtime/log.ts";
import { type Mail, sendMail } from "./mailer.ts";
import { remove } from "./outbox.ts";

/** Sends the mail now. If that fails, the reconciler sends it. */
export async function deliver(to: string, mail: Mail, outgoing: Key): Promise<void> {
  try {
    await sendMail(to, mail);
    await remove(outgoing);
  } catch (error) {
    if (!isAwsError(error)) throw error;
    log("warn", "mail not sent, left to the reconciler", errorFields(error));
    await release({ ...outgoing, attempts: 0 }).catch((later: unknown) =>
      log("warn", "lease not released", errorFields(later)),
    );
  }
}
