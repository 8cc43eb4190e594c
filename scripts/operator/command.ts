import type { CognitoIdentityProviderClient } from "@aws-sdk/client-cognito-identity-provider";
import type { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import type { KMSClient } from "@aws-sdk/client-kms";
import type { S3Client } from "@aws-sdk/client-s3";
import type Stripe from "stripe";

/** Who runs a command, for the audit trail. */
export interface OperatorIdentity {
  /** `arn:aws:sts::...` at AWS, `taro@machine` in a local cloud. */
  operator: string;
  /** Leads to the person in CloudTrail. */
  accessKeyId: string;
}

/** The environment that a command works on. A function throws `CommandRefused` when its name is not configured. */
export interface Target {
  /** For the person at the keyboard, e.g. `http://localhost:3000`. */
  description: string;
  cognito: CognitoIdentityProviderClient;
  dynamodb: DynamoDBClient;
  kms: KMSClient;
  s3: S3Client;
  table: string;
  userPoolId(): string;
  /** The bucket of the downloads. */
  bucket(): string;
  /** Id, ARN or alias of the KMS key for customers' secrets. */
  keyId(): string;
  stripe(): Promise<Stripe>;
  /** For code that the functions and the commands share: where everything is, as a function's environment says it. */
  environment: Readonly<Record<string, string>>;
  /** How to send waiting mail now. */
  reconcileNow: string;
  identify(): Promise<OperatorIdentity>;
}

export interface Options {
  /** Why, in the operator's words. It stays in the audit trail. */
  reason?: string;
  /** Shows what is masked otherwise. */
  full?: boolean;
  /** Does what is refused otherwise. */
  force?: boolean;
  /** The login ID once more. */
  confirm?: string;
  /** A file to write. */
  out?: string;
  /** A file with release notes. */
  notes?: string;
  /** Says what would happen, and does nothing. */
  "dry-run"?: boolean;
  /** Stops what is under way. */
  stop?: boolean;
}
export type OptionName = keyof Options;

export interface CommandContext extends Target, OperatorIdentity {
  options: Options;
}

export interface Command {
  /** A sentence for the list of commands. */
  purpose: string;
  /** Names of the arguments in their order; the permitted words with `|` between them. */
  takes: readonly string[];
  /** Arguments that may follow. */
  mayTake?: readonly string[];
  /** Required options, and optional ones. */
  requires?: readonly OptionName[];
  allows?: readonly OptionName[];
  /** Returns what to print. A command that was interrupted can be run again. */
  run(args: readonly string[], context: CommandContext): Promise<string>;
}

/** The command cannot be carried out; the message says why. */
export class CommandRefused extends Error {}

/** The command line is wrong. */
export class UsageError extends CommandRefused {}
