/** The running local cloud, as a command outside it finds it. */
import * as z from "zod/mini";

/** One entry of `GET /__local/services`, with the (fake) credentials of an operator. */
export const localService = z.object({
  endpoint: z.string(),
  region: z.string(),
  accessKeyId: z.string(),
  secretAccessKey: z.string(),
});

/** What `GET /__local/services` says; undefined when no local cloud answers at that origin. */
export async function findLocalServices(origin: string): Promise<unknown> {
  const response = await fetch(new URL("/__local/services", origin)).catch(() => undefined);
  return response?.ok ? response.json() : undefined;
}

/** What a client of the AWS SDK is made with. */
export const clientSettings = ({
  endpoint,
  region,
  accessKeyId,
  secretAccessKey,
}: z.output<typeof localService>) => ({
  endpoint,
  region,
  credentials: { accessKeyId, secretAccessKey },
});
