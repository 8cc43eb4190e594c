/** The answer of a running local cloud at `/__local/environment`, for the services of a separate portal. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Portal } from "#test/functions/support/portal.ts";

export async function serveEnvironment({
  settings,
  operator,
}: Portal): Promise<{ origin: string; close(): void }> {
  const { accessKeyId, secretAccessKey } = operator;
  const keys = { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey };
  const server = createServer((_, response) => response.end(JSON.stringify({ ...settings, ...keys })));
  await new Promise<void>((resolve) => server.listen(0, "localhost", resolve));
  const { port } = server.address() as AddressInfo;
  return { origin: `http://localhost:${port}`, close: () => void server.close() };
}

/** How STS answers GetCallerIdentity. Source: STS API reference. */
export const callerIdentity = (arn: string): string =>
  `<GetCallerIdentityResponse xmlns="https://sts.amazonaws.com/doc/2011-06-15/"><GetCallerIdentityResult><Arn>${arn}</Arn></GetCallerIdentityResult></GetCallerIdentityResponse>`;
export const expiredToken =
  '<ErrorResponse xmlns="https://sts.amazonaws.com/doc/2011-06-15/"><Error><Type>Sender</Type><Code>ExpiredToken</Code><Message>expired</Message></Error></ErrorResponse>';
