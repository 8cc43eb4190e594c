/** Servers of a test file, and how services answer that the commands call. */
import { afterAll } from "vitest";
import { type Listener, listen } from "#scripts/local/http.ts";
import { Scope } from "#scripts/local/scope.ts";
import type { Portal } from "#test/functions/support/portal.ts";

/** Serves until the end of the file. Returns the origin. */
export async function serve(listener: Listener): Promise<string> {
  const scope = new Scope();
  afterAll(() => scope.close());
  const { url } = await listen(listener, { scope });
  // The SDK would put a bucket's name before `localhost`.
  return url.replace("localhost", "127.0.0.1");
}

/** The answer of a running local cloud at `/__local/environment`, for the services of a separate portal. */
export function serveEnvironment({ settings, operator }: Portal): Promise<string> {
  const { accessKeyId, secretAccessKey } = operator;
  const keys = { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey };
  return serve((_, response) => response.end(JSON.stringify({ ...settings, ...keys })));
}

/** How STS answers GetCallerIdentity. Source: STS API reference. */
export const callerIdentity = (arn: string): string =>
  `<GetCallerIdentityResponse xmlns="https://sts.amazonaws.com/doc/2011-06-15/"><GetCallerIdentityResult><Arn>${arn}</Arn></GetCallerIdentityResult></GetCallerIdentityResponse>`;
export const expiredToken =
  '<ErrorResponse xmlns="https://sts.amazonaws.com/doc/2011-06-15/"><Error><Type>Sender</Type><Code>ExpiredToken</Code><Message>expired</Message></Error></ErrorResponse>';

/** How CloudFormation answers DescribeStacks. Source: CloudFormation API reference. */
export function describedStack(
  outputs: Readonly<Record<string, string>>,
  status = "UPDATE_COMPLETE",
): string {
  const members = Object.entries(outputs).map(
    ([key, value]) => `<member><OutputKey>${key}</OutputKey><OutputValue>${value}</OutputValue></member>`,
  );
  return `<DescribeStacksResponse><DescribeStacksResult><Stacks><member><StackStatus>${status}</StackStatus><Outputs>${members.join("")}</Outputs></member></Stacks></DescribeStacksResult></DescribeStacksResponse>`;
}
export const missingStack = (name: string): string =>
  `<ErrorResponse><Error><Type>Sender</Type><Code>ValidationError</Code><Message>Stack with id ${name} does not exist</Message></Error></ErrorResponse>`;
