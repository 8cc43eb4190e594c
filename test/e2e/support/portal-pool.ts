/**
 * A portal for each worker, and a new one after a failure: the leavings of a failed test meet no other file. A worker takes its
 * portal at the start of a file and gives it back at the end if no test failed. A file that does not give it back, because its
 * process ended, has failed as well.
 */
import { randomUUID } from "node:crypto";
import { type LocalCloud, type LocalCloudOptions, startLocalCloud } from "#scripts/local/cloud.ts";
import { type Listener, listen, type RunningServer } from "#scripts/local/http.ts";
import { Scope } from "#scripts/local/scope.ts";

export interface PortalOptions extends Omit<LocalCloudOptions, "port" | "dynamoDb"> {
  /** A DynamoDB Local that has a database for each access key. */
  dynamoDbUrl: string;
}

/**
 * A portal on a free port, with a database of its own. No function runs out of time because the machine is busy, and no job begins in
 * the middle of a journey, whose faults it would meet.
 */
export const startPortal = ({ dynamoDbUrl, ...options }: PortalOptions): Promise<LocalCloud> =>
  startLocalCloud({
    ...options,
    port: 0,
    timeLimitFactor: 10,
    scheduleSeconds: 0,
    dynamoDb: { url: dynamoDbUrl, database: randomUUID().replaceAll("-", "") },
  });

/** Serves the pool: `POST /0` takes the portal of the first worker and answers its address, `DELETE /0` gives it back. */
export async function startPortalPool(workers: number, options: PortalOptions): Promise<RunningServer> {
  const scope = new Scope();
  const portals: LocalCloud[] = await Promise.all(
    Array.from({ length: workers }, () => startPortal(options)),
  );
  const taken = new Set<number>();

  async function take(worker: number): Promise<string> {
    if (taken.has(worker)) {
      await portals[worker]?.close();
      portals[worker] = await startPortal(options);
    }
    taken.add(worker);
    return portals[worker]?.url ?? "";
  }

  const serve: Listener = async ({ method, url = "" }, response) => {
    const worker = Number(url.slice(1));
    if (method === "DELETE") {
      taken.delete(worker);
      return response.end();
    }
    const address = await take(worker).catch(String);
    response.writeHead(URL.canParse(address) ? 200 : 503).end(address);
  };
  const { url } = await listen(serve, { scope });
  return {
    url,
    async close() {
      await scope.close();
      await Promise.all(portals.map((portal) => portal.close()));
    },
  };
}
