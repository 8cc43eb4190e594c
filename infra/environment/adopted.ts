/** The setting for resources that the stacks refer to instead of creating them. */
import * as z from "zod/mini";
import { text } from "./rules.ts";

export const portalsKey = "the ARN of a KMS key in the portal's region";
export const portalsPool = "the id (<region>_...) of a user pool in the portal's region";

/**
 * Existing resources that replace those of the stacks: left by an earlier deployment, restored from a point in time, or
 * another environment's. The stacks refer to them and never change or delete them: docs/runbooks/adopt-retained.md.
 */
export const adopted = z.strictObject({
  /** Name of a DynamoDB table. */
  table: z.optional(text(/^[\w.-]{3,255}$/, "the name of a DynamoDB table, or leave it out")),
  /** ARN of the KMS key that the table's secrets are encrypted with. */
  key: z.optional(text(/^arn:aws:kms:[a-z0-9-]+:\d{12}:key\/[\w-]+$/, portalsKey)),
  /** Id of a user pool, `ap-northeast-1_...`, whose triggers are this environment's functions. */
  userPool: z.optional(text(/^[a-z0-9-]+_\w+$/, portalsPool)),
  /** Name of an AWS Backup vault. */
  backupVault: z.optional(text(/^[\w-]{2,50}$/, "the name of an AWS Backup vault")),
  /** `mail.identity` exists in SES, with its DNS records. `configurationSet`: its default one, if any. */
  mailIdentity: z.optional(
    z.strictObject({
      configurationSet: z.optional(
        text(/^[\w-]{1,64}$/, "the name of the identity's default configuration set in SES"),
      ),
    }),
  ),
});
export type Adopted = z.infer<typeof adopted>;
