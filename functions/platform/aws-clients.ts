/**
 * The AWS SDK's clients: one per service, made on first use and kept for later requests with their open connections.
 * Region, credentials and endpoints come from the environment: `AWS_REGION`, `AWS_ENDPOINT_URL_<SERVICE>`.
 */
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";

interface Limits {
  /** The first one included. */
  maxAttempts: number;
  /** Milliseconds until the response must begin, for each attempt. */
  requestTimeout: number;
}

const settings = ({ maxAttempts, requestTimeout }: Limits) => ({
  retryMode: "standard",
  maxAttempts,
  // Connections are kept alive by default.
  requestHandler: { connectionTimeout: 2000, requestTimeout, throwOnRequestTimeout: true },
});

/** Bundles leave out the clients that a function does not use. */
/* @__NO_SIDE_EFFECTS__ */
function once<T>(create: () => T): () => T {
  let created: T | undefined;
  return () => {
    created ??= create();
    return created;
  };
}

export const dynamodb = once(() =>
  DynamoDBDocumentClient.from(new DynamoDBClient(settings({ maxAttempts: 3, requestTimeout: 3000 })), {
    marshallOptions: { removeUndefinedValues: true },
  }),
);
