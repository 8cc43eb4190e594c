/**
 * Networks of a client address, for rate limits: the IPv4 address, or the IPv6 networks. Stored as hashes
 * only.
 */
import { createHash } from "node:crypto";
import { isIPv6 } from "node:net";

interface Networks {
  /** An IPv4 address, or the /64 of a household or office. */
  narrow: string;
  /** The /48, the largest network that a provider assigns: 65,536 networks of /64. Undefined for IPv4. */
  wide: string | undefined;
}

export function networksOf(address: string): Networks {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined || !isIPv6(address)) return { narrow: hash(mapped ?? address), wide: undefined };
  const groups = groupsOf(address);
  return { narrow: hash(groups.slice(0, 4).join(":")), wide: hash(groups.slice(0, 3).join(":")) };
}

export const hash = (text: string): string => createHash("sha256").update(text).digest("hex").slice(0, 32);

function groupsOf(address: string): string[] {
  const [head = [], tail = []] = address.split("::").map((part) => part.split(":").filter(Boolean));
  const zeros = Array<string>(Math.max(0, 8 - head.length - tail.length)).fill("0");
  return [...head, ...zeros, ...tail].map((group) => Number.parseInt(group, 16).toString(16));
}
