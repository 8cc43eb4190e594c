/**
 * The AWS SDK clients: one per service, created on first use and reused with their open connections.
 * Region, credentials and endpoints come from the environment: `AWS_REGION`, `AWS_ENDPOINT_URL_<SERVICE>`.
 */
import { CognitoIdentityProviderClient } from "@aws-sdk/client-cognito-identity-provider";
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { KMSClient } from "@aws-sdk/client-kms";
import { S3Client } from "@aws-sdk/client-s3";
import { SecretsManagerClient } from "@aws-sdk/client-secrets-manager";
import { SESv2Client } from "@aws-sdk/client-sesv2";
import { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { HttpRequest } from "@smithy/core/protocols";
import type { MiddlewareStack } from "@smithy/types";
import { currentRequestId, requestIdHeader } from "#functions/runtime/context.ts";

interface Limits {
  /** The first attempt included. */
  maxAttempts: number;
  /** Timeout in milliseconds for the response of each attempt. */
  requestTimeout: number;
}

const settings = ({ maxAttempts, requestTimeout }: Limits) => ({
  retryMode: "standard",
  maxAttempts,
  // Connections are kept alive by default.
  requestHandler: { connectionTimeout: 2000, requestTimeout, throwOnRequestTimeout: true },
});
const usual: Limits = { maxAttempts: 3, requestTimeout: 3000 };

/** Bundles leave out the clients that a function does not use. */
/* @__NO_SIDE_EFFECTS__ */
function once<T>(create: () => T): () => T {
  let created: T | undefined;
  return () => {
    created ??= create();
    return created;
  };
}

/** Each call carries the id of the request that it is made for. Not S3's: the browser would have to send it too. */
function withRequestId<C, I extends object, O extends object>(
  client: C & { middlewareStack: Pick<MiddlewareStack<I, O>, "add"> },
): C {
  client.middlewareStack.add(
    (next) => (args) => {
      const requestId = currentRequestId();
      if (requestId !== undefined && HttpRequest.isInstance(args.request))
        args.request.headers[requestIdHeader] = requestId;
      return next(args);
    },
    { step: "build" },
  );
  return client;
}

export const cognito = once(() => withRequestId(new CognitoIdentityProviderClient(settings(usual))));

export const dynamodb = once(() =>
  DynamoDBDocumentClient.from(withRequestId(new DynamoDBClient(settings(usual))), {
    marshallOptions: { removeUndefinedValues: true },
  }),
);

export const kms = once(() => withRequestId(new KMSClient(settings(usual))));

/** Emulators have no host name for each bucket. */
export const s3 = once(
  () => new S3Client({ ...settings(usual), forcePathStyle: Boolean(process.env.AWS_ENDPOINT_URL_S3) }),
);

export const secretsManager = once(() => new SecretsManagerClient(settings(usual)));

/** One attempt: a retry after a lost response would send a second mail. */
export const ses = once(() => new SESv2Client(settings({ maxAttempts: 1, requestTimeout: 3000 })));
