import type { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import type { S3Client } from "@aws-sdk/client-s3";
import { publishRelease } from "#scripts/operator/release/publish.ts";
import { identifiers } from "../identifiers.ts";
import { type DemoParts, seedDemoStandard, seedDemoUser } from "./demo-customers.ts";
import { sampleReleases } from "./sample-releases.ts";

interface Parts extends DemoParts {
  operator: { dynamodb: DynamoDBClient; s3: S3Client };
  /** Two seconds more. */
  withSubscriber: boolean;
}

/** Sample releases of all three files and the demo customers. */
export async function seedPortal({ operator, withSubscriber, ...parts }: Parts): Promise<void> {
  const { bucket, tableName: table } = identifiers;
  const publishReleases = async () => {
    for (const release of sampleReleases) await publishRelease({ ...operator, bucket, table, ...release });
  };
  await Promise.all([seedDemoUser(parts), withSubscriber && seedDemoStandard(parts), publishReleases()]);
}
