import { vi } from "vitest";
import type * as z from "zod/mini";
import type { Fault, FaultRequest } from "#scripts/local/faults.ts";
import type { InboxMessage } from "#scripts/local/inbox.ts";
import type { LoggedRequest } from "#scripts/local/request-log.ts";
import type { customerRequest, makeCustomer } from "#scripts/local/seed/customers.ts";

let ownPortalUrl = "";
/** This worker's own: a fault, a reset or a request log is nobody else's. */
export const portalUrl = (): string => ownPortalUrl;

export function setPortal(url: string): void {
  ownPortalUrl = url;
}

/** Takes this worker's portal out of the pool, or a new one when a test of the last file failed. */
export async function takePortal(
  pool: string,
  worker = Number(process.env.VITEST_POOL_ID) - 1,
): Promise<{ giveBack: () => Promise<unknown> }> {
  const address = `${pool}/${worker}`;
  const response = await fetch(address, { method: "POST" });
  const text = await response.text();
  if (!response.ok) throw new Error(`No portal started: ${text}`);
  setPortal(text);
  return { giveBack: () => fetch(address, { method: "DELETE" }) };
}

const url = (path: string, portal = portalUrl()): string => `${portal}${path}`;

async function json<T>(path: string, init?: RequestInit, portal?: string): Promise<T> {
  const response = await fetch(url(path, portal), init);
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
  return (await response.json()) as T;
}

const post = <T>(path: string, body: unknown = {}): Promise<T> =>
  json(path, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) });

/** The local cloud as a program sees it. */
export const local = {
  url,
  messages: (to: string) => json<InboxMessage[]>(`/__local/messages?to=${encodeURIComponent(to)}`),
  requests: (service?: string) =>
    json<LoggedRequest[]>(`/__local/requests${service === undefined ? "" : `?service=${service}`}`),
  services: (portal?: string) =>
    json<Record<string, Record<string, string>>>("/__local/services", {}, portal),
  fault: (fault: FaultRequest) => post("/__local/faults", fault),
  faults: () => json<Fault[]>("/__local/faults"),
  clearFaults: () => json("/__local/faults", { method: "DELETE" }),
  clearRequests: () => json("/__local/requests", { method: "DELETE" }),
  kill: (name: string) => post(`/__local/functions/${name}/kill`),
  makeCustomer: (customer: z.infer<typeof customerRequest>) =>
    post<Awaited<ReturnType<typeof makeCustomer>>>("/__local/customers", customer),
  ageSignIns: (loginId: string) => post(`/__local/sign-ins/${loginId}/age`),
  ageVerification: (number: string) => post(`/__local/verifications/${number.replace("+", "")}/age`),
  reset: () => post("/__local/reset"),
  reconcile: () => post<{ result: unknown }>("/__local/schedules/reconcile"),
  announce: () => post<{ result: unknown }>("/__local/schedules/announce"),
  logs: () => json<{ function: string; line: string }[]>("/__local/logs"),

  /** The newest code sent to that address; waits for a message that is newer than `after` (a message id). */
  async code(to: string, after = "0"): Promise<string> {
    const newestCode = async (): Promise<string> => {
      const message = (await local.messages(to)).find((each) => each.code && Number(each.id) > Number(after));
      if (!message?.code) throw new Error(`No code came for ${to}`);
      return message.code;
    };
    return vi.waitFor(newestCode, 30_000);
  },
  async newestMessageId(to: string): Promise<string> {
    return (await local.messages(to))[0]?.id ?? "0";
  },
};
