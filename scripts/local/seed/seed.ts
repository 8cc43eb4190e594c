import type { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import type { S3Client } from "@aws-sdk/client-s3";
import { DynamoDBDocumentClient, TransactWriteCommand } from "@aws-sdk/lib-dynamodb";
import { transactItem } from "#functions/platform/write-input.ts";
import { type Context, withContext } from "#functions/runtime/context.ts";
import { currentReleaseWrites } from "#scripts/operator/release/make-current.ts";
import { uploadRelease } from "#scripts/operator/release/publish.ts";
import { identifiers } from "../identifiers.ts";
import type { CustomerParts } from "./customers.ts";
import { seedDemoStandard, seedDemoUser } from "./demo-customers.ts";
import { sampleReleases } from "./sample-releases.ts";

interface Parts extends CustomerParts {
  operator: { dynamodb: DynamoDBClient; s3: S3Client };
  /** Two seconds more. */
  withSubscriber: boolean;
}

/** Sample releases of all three files and the demo customers. */
export async function seedPortal({ operator, withSubscriber, ...parts }: Parts): Promise<void> {
  await Promise.all([
    seedDemoUser(parts),
    withSubscriber && seedDemoStandard(parts),
    publishSamples(operator),
  ]);
}

const seed: Context = { kind: "operator", actor: { operator: "seed", accessKeyId: "" } };

/** As the operators' command does. The functions' table layer is of one environment, and a process may run several clouds. */
async function publishSamples({ dynamodb, s3 }: Parts["operator"]): Promise<void> {
  const marshallOptions = { removeUndefinedValues: true };
  const documents = DynamoDBDocumentClient.from(dynamodb, { marshallOptions });
  const { bucket, tableName } = identifiers;
  for (const sample of sampleReleases) {
    const release = await uploadRelease({ s3, bucket, ...sample });
    const change = { action: "published", from: sample.from } as const;
    const writes = withContext(seed, () => currentReleaseWrites(sample.fileType, release, change));
    const TransactItems = writes.map((write) => transactItem(tableName, write));
    await documents.send(new TransactWriteCommand({ TransactItems }));
  }
}
