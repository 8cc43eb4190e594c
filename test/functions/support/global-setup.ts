import type { TestProject } from "vitest/node";
import { startDynamoDbLocal } from "../../../scripts/local/emulators/dynamodb/runner.ts";

declare module "vitest" {
  interface ProvidedContext {
    dynamoDbUrl: string;
  }
}

/** One DynamoDB Local for all: starting Java and warming it up took longer than most files' tests. */
export default async function setup(project: TestProject) {
  const { url, close } = await startDynamoDbLocal({ isDivided: true });
  project.provide("dynamoDbUrl", url);
  return close;
}
