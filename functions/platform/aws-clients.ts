/** The AWS SDK clients: one per service, created on first use and reused with their open connections. */
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
import type { EmulatedService } from "#functions/runtime/environment.ts";
import { type AwsAddress, awsAddress } from "./aws-address.ts";

interface Limits {
  /** Includes the first attempt. */
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

/**
 * Returns a function that creates one client per endpoint. Bundles omit the clients that a function does not
 * use.
 */
/* @__NO_SIDE_EFFECTS__ */
function clientOf<T>(service: EmulatedService, create: (address: AwsAddress) => T): () => T {
  const clients = new Map<string | undefined, T>();
  return () => {
    const address = awsAddress(service);
    const client = clients.get(address.endpoint) ?? create(address);
    clients.set(address.endpoint, client);
    return client;
  };
}

/**
 * Adds the request id to each call. Not for S3: the browser would have to send the header with a presigned
 * URL.
 */
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

export const cognito = clientOf("COGNITO_IDENTITY_PROVIDER", (address) =>
  withRequestId(new CognitoIdentityProviderClient({ ...settings(usual), ...address })),
);

export const dynamodb = clientOf("DYNAMODB", (address) =>
  DynamoDBDocumentClient.from(withRequestId(new DynamoDBClient({ ...settings(usual), ...address })), {
    marshallOptions: { removeUndefinedValues: true },
  }),
);

export const kms = clientOf("KMS", (address) =>
  withRequestId(new KMSClient({ ...settings(usual), ...address })),
);

export const s3 = clientOf("S3", (address) => new S3Client({ ...settings(usual), ...address }));

export const secretsManager = clientOf(
  "SECRETS_MANAGER",
  (address) => new SecretsManagerClient({ ...settings(usual), ...address }),
);

/** One attempt: a retry after a lost response would send a second mail. */
export const ses = clientOf(
  "SESV2",
  (address) => new SESv2Client({ ...settings({ maxAttempts: 1, requestTimeout: 3000 }), ...address }),
);
