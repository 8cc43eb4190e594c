/** The setting for copies of the table. */
import * as z from "zod/mini";
import { region, text, wholeNumber, wholeNumberUpTo } from "./rules.ts";

/** Days for which a nightly copy of the table is kept. */
export const copyDays = 35;

export const backups = z.strictObject({
  copyTo: z.optional(
    text(
      /^arn:aws:backup:[a-z0-9-]+:\d{12}:backup-vault:.+$/,
      "the ARN of a backup vault in another account or region, or leave it out",
    ),
  ),
  /**
   * The region of a replica of the customers' key, so that a copy of the table can be decrypted when the portal's
   * region is lost: 1 USD a month more. For a new environment only: a key that exists never gets one, and
   * CloudFormation refuses the change.
   */
  keyReplicaRegion: z.optional(region),
  /**
   * Vault Lock of the vault that the stack creates: it takes no copy that would be kept shorter or longer, and deletes
   * none earlier. `finalAfterDays` makes it final that many days after the deployment: from then on nobody, AWS
   * included, removes the lock, or the vault while it has copies. Without it an administrator can.
   */
  lock: z.optional(
    z.strictObject({
      minDays: wholeNumberUpTo(copyDays),
      maxDays: wholeNumber(copyDays),
      finalAfterDays: z.optional(wholeNumber(3)),
    }),
  ),
});
