/** What a running local cloud answers at `/__local/services`, for the services of a portal of its own. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { identifiers } from "#scripts/local/identifiers.ts";
import type { Portal } from "#test/functions/support/portal.ts";

export async function serveServices(portal: Portal): Promise<{ origin: string; close(): void }> {
  const { settings, operator } = portal;
  const { region, userPoolId, canaryClientId, tableName, keyAlias: alias } = identifiers;
  const { accessKeyId, secretAccessKey } = operator;
  const at = (variable: string) => ({ region, accessKeyId, secretAccessKey, endpoint: settings[variable] });
  const services = {
    cognito: { ...at("AWS_ENDPOINT_URL_COGNITO_IDENTITY_PROVIDER"), userPoolId, canaryClientId },
    dynamodb: { ...at("AWS_ENDPOINT_URL_DYNAMODB"), tableName },
    kms: { ...at("AWS_ENDPOINT_URL_KMS"), alias },
    s3: { ...at("AWS_ENDPOINT_URL_S3"), bucket: identifiers.bucket },
    secrets: at("AWS_ENDPOINT_URL_SECRETS_MANAGER"),
    stripe: { ...at("STRIPE_API_URL"), ...portal.stripe.describe() },
  };
  const server = createServer((_, response) => response.end(JSON.stringify(services)));
  await new Promise<void>((resolve) => server.listen(0, "localhost", resolve));
  const { port } = server.address() as AddressInfo;
  return { origin: `http://localhost:${port}`, close: () => void server.close() };
}

/** How STS answers GetCallerIdentity. Source: STS API reference. */
export const callerIdentity = (arn: string): string =>
  `<GetCallerIdentityResponse xmlns="https://sts.amazonaws.com/doc/2011-06-15/"><GetCallerIdentityResult><Arn>${arn}</Arn></GetCallerIdentityResult></GetCallerIdentityResponse>`;
export const expiredToken =
  '<ErrorResponse xmlns="https://sts.amazonaws.com/doc/2011-06-15/"><Error><Type>Sender</Type><Code>ExpiredToken</Code><Message>expired</Message></Error></ErrorResponse>';
