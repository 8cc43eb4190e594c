/** Where an AWS SDK client finds its service, by the settings of the environment. */
import { type EmulatedService, environment, optionalEnvironment } from "#functions/runtime/environment.ts";

export interface AwsAddress {
  region: string;
  endpoint?: string;
  credentials?: typeof ownKeys;
  forcePathStyle?: boolean;
}

/** An emulator has its own endpoint, the caller's keys, and no host name per bucket. At AWS the SDK knows the rest. */
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
/** The SDK keeps credentials, and shares them between calls at once, unless they say that they are memoized already. */
const ownKeys = Object.assign(keys, { memoized: true });
