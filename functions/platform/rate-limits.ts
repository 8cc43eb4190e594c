/** Counters of what costs money, each for one window of time. Days and hours are Japan's. */
import { createHash } from "node:crypto";
import { isIPv6 } from "node:net";
import type { Update } from "./table.ts";

const hourMs = 60 * 60_000;
const dayMs = 24 * hourMs;
const japanOffsetMs = 9 * hourMs;

export interface Limit {
  /** What is counted, e.g. `PORTAL`. */
  of: string;
  most: number;
  windowMs: number;
}

export const codesPerNumberADay = 5;

export const numberLimit = (number: string): Limit => ({
  of: `PHONE#${number}`,
  most: codesPerNumberADay,
  windowMs: dayMs,
});

export const addressLimit = (address: string, most: number): Limit => ({
  of: `ADDRESS#${hashAddress(address)}`,
  most,
  windowMs: hourMs,
});

/** Looking keys up is how somebody would guess them. */
export const keyCheckLimit = (sub: string): Limit => ({
  of: `KEY_CHECK#${sub}`,
  most: keyChecksAnHour,
  windowMs: hourMs,
});
const keyChecksAnHour = 20;

export const portalLimit = (most: number): Limit => ({ of: "PORTAL", most, windowMs: dayMs });

/** Counts one more; its condition fails once the window is full. */
export function countOne({ of, most, windowMs }: Limit): Update {
  const ends = windowEnd(windowMs);
  return {
    update: { pk: `RATE#${of}`, sk: new Date(ends).toISOString() },
    expression: "ADD #count :one SET expiresAt = :expiresAt",
    condition: "attribute_not_exists(pk) OR #count < :most",
    names: { "#count": "count" },
    values: { ":one": 1, ":most": most, ":expiresAt": Math.ceil(ends / 1000) },
  };
}

export const secondsUntilWindowEnds = ({ windowMs }: Limit): number =>
  Math.ceil((windowEnd(windowMs) - Date.now()) / 1000);

const windowEnd = (windowMs: number): number =>
  (Math.floor((Date.now() + japanOffsetMs) / windowMs) + 1) * windowMs - japanOffsetMs;

/** Of IPv6 the network of a household or office, /64: one customer has many addresses in it. */
const hashAddress = (address: string): string =>
  createHash("sha256")
    .update(isIPv6(address) ? ipv6Network(address) : address)
    .digest("hex")
    .slice(0, 32);

function ipv6Network(address: string): string {
  const [head = [], tail = []] = address.split("::").map((part) => part.split(":").filter(Boolean));
  const zeros = Array<string>(Math.max(0, 8 - head.length - tail.length)).fill("0");
  const network = [...head, ...zeros, ...tail].slice(0, 4);
  return network.map((group) => Number.parseInt(group, 16).toString(16)).join(":");
}
