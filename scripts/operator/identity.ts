import { hostname, userInfo } from "node:os";
import { GetCallerIdentityCommand, STSClient, STSServiceException } from "@aws-sdk/client-sts";
import { CommandRefused, type OperatorIdentity } from "./command.ts";

/** In a local cloud: the user of this machine. */
export const localIdentity = (accessKeyId: string): OperatorIdentity => ({
  operator: `${userInfo().username}@${hostname()}`,
  accessKeyId,
});

/**
 * Returns the ARN of the credentials, which needs no permission. Throws `CommandRefused` without a response, because every
 * change needs an operator. Source: STS API reference, GetCallerIdentity.
 */
export async function awsIdentity(region: string): Promise<OperatorIdentity> {
  const sts = new STSClient({ region });
  try {
    const { accessKeyId } = await sts.config.credentials();
    const { Arn } = await sts.send(new GetCallerIdentityCommand());
    if (Arn === undefined) throw new CommandRefused("AWS did not say whose credentials these are.");
    return { operator: Arn, accessKeyId };
  } catch (error) {
    throw error instanceof CommandRefused ? error : new CommandRefused(reasonOf(error), { cause: error });
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof STSServiceException)
    return `AWS refuses these credentials (${error.name}): sign in again.`;
  if (error instanceof Error && error.name === "CredentialsProviderError")
    return "No AWS credentials are found: sign in, or name a profile in AWS_PROFILE.";
  return "AWS STS cannot be reached to ask who you are.";
}
