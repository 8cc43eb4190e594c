import type { CognitoIdentityProviderClient } from "@aws-sdk/client-cognito-identity-provider";
import type { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import type { KMSClient } from "@aws-sdk/client-kms";
import type Stripe from "stripe";

export interface Operator {
  /** `arn:aws:sts::...` at AWS, `taro@machine` in a local cloud. */
  operator: string;
  /** Leads to the person in CloudTrail. */
  accessKeyId: string;
}

/** What a command works on. What only some commands need is refused, with a sentence, when they ask for it. */
export interface Target {
  cognito: CognitoIdentityProviderClient;
  dynamodb: DynamoDBClient;
  kms: KMSClient;
  userPoolId: string;
  table: string;
  /** Id, ARN or alias of the key that seals customers' secrets. */
  keyId(): string;
  stripe(): Promise<Stripe>;
  /** How a person has waiting mail sent now. */
  reconcileNow: string;
  whoRuns(): Promise<Operator>;
}

export interface Options {
  /** Why, in the operator's words: it stands in the audit trail for good. */
  reason?: string;
  /** Shows what is masked otherwise. */
  full?: boolean;
  /** Does what is refused otherwise. */
  force?: boolean;
  /** The login ID once more. */
  confirm?: string;
  /** A file to write. */
  out?: string;
}
export type OptionName = keyof Options;

export interface Order extends Target, Operator {
  options: Options;
}

export interface Command {
  /** A sentence for the list of commands. */
  purpose: string;
  /** Names of its arguments, in their order; the words that one may be, with `|` between them. */
  takes: readonly string[];
  /** Options that it cannot do without, and those that may stand beside them. */
  requires?: readonly OptionName[];
  allows?: readonly OptionName[];
  /** Returns what was done, for the person at the keyboard. Run again after it broke off anywhere, it goes on. */
  run(args: readonly string[], order: Order): Promise<string>;
}

/** It cannot be done as it was asked; the message says why. */
export class AdminRefused extends Error {}

/** It was not asked as it can be. */
export class WrongUsage extends AdminRefused {}
