import type { TestProject } from "vitest/node";
import { startDynamoDbLocal } from "#scripts/local/emulators/dynamodb/runner.ts";
import { type KeyPair, newKeyPair } from "#scripts/local/store.ts";

declare module "vitest" {
  interface ProvidedContext {
    dynamoDbUrl: string;
    /** Of the voice provider's application: making one takes a tenth of a second. */
    vonageKeys: KeyPair;
  }
}

/** One DynamoDB Local for all: starting Java and warming it up took longer than most files' tests. */
export default async function setup(project: TestProject) {
  const starting = startDynamoDbLocal({ isDivided: true });
  project.provide("vonageKeys", newKeyPair());
  const { url, close } = await starting;
  project.provide("dynamoDbUrl", url);
  return close;
}
