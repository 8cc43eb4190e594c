/** Region, endpoint and credentials of the AWS SDK clients, from the environment. */
import { type EmulatedService, environment, optionalEnvironment } from "#functions/runtime/environment.ts";

export interface AwsAddress {
  region: string;
  endpoint?: string;
  credentials?: typeof ownKeys;
  forcePathStyle?: boolean;
}

/**
 * An emulator has an endpoint and keys of its own, and no host name per bucket. At AWS, the SDK finds
 * everything but the region.
 */
export function awsAddress(service: EmulatedService): AwsAddress {
  const region = environment("AWS_REGION");
  const endpoint = optionalEnvironment(`AWS_ENDPOINT_URL_${service}`);
  if (endpoint === undefined) return { region };
  return { region, endpoint, credentials: ownKeys, forcePathStyle: true };
}

const keys = async () => ({
  accessKeyId: environment("AWS_ACCESS_KEY_ID"),
  secretAccessKey: environment("AWS_SECRET_ACCESS_KEY"),
});
/** Without `memoized`, the SDK caches credentials and shares them between concurrent calls. */
const ownKeys = Object.assign(keys, { memoized: true });
