import type { CognitoIdentityProviderClient } from "@aws-sdk/client-cognito-identity-provider";
import type { DynamoDBClient } from "@aws-sdk/client-dynamodb";

/** What a command works on. */
export interface Target {
  cognito: CognitoIdentityProviderClient;
  dynamodb: DynamoDBClient;
  userPoolId: string;
  table: string;
}

export interface Order extends Target {
  /** Why, in the operator's words: it stands in the audit trail. */
  reason: string;
}

export interface Command {
  /** Its arguments, as the help shows them. */
  usage: string;
  /** Returns what was done, for the person at the keyboard. Run again after it broke off anywhere, it goes on. */
  run(args: readonly string[], order: Order): Promise<string>;
}

/** It cannot be done as it was asked; the message says why. */
export class AdminRefused extends Error {}
