/** Where an AWS SDK client finds its service, by the settings of the environment. */
import { type EmulatedService, environment, optionalEnvironment } from "#functions/runtime/environment.ts";

export interface AwsAddress {
  region: string;
  endpoint?: string;
  credentials?: typeof ownKeys;
  forcePathStyle?: boolean;
}

/** An emulator has its own endpoint, the keys of whoever calls, and no host name for each bucket. At AWS the SDK knows the rest. */
export function awsAddress(service: EmulatedService): AwsAddress {
  const region = environment("AWS_REGION");
  const endpoint = optionalEnvironment(`AWS_ENDPOINT_URL_${service}`);
  if (endpoint === undefined) return { region };
  return { region, endpoint, credentials: ownKeys, forcePathStyle: true };
}

/** As if expired, so that the SDK asks at each call. */
const ownKeys = async () => ({
  accessKeyId: environment("AWS_ACCESS_KEY_ID"),
  secretAccessKey: environment("AWS_SECRET_ACCESS_KEY"),
  expiration: new Date(0),
});
