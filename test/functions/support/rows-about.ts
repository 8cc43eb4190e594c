/** Partitions with rows about customers, and such rows. */
import type { Row } from "#functions/platform/table.ts";
import { type CommonPartition, customerIn, type OwnedPartition, partitions } from "#shared/partitions.ts";

type Name = CommonPartition | OwnedPartition;
const names = Object.keys(customerIn) as Name[];
export const aboutCustomers = names.filter((name) => customerIn[name] !== null);

/** A row of that partition about the customer. */
export function rowAbout(name: Name, sub: string): Row {
  const place = customerIn[name];
  const pk =
    name in partitions.common
      ? (name as CommonPartition)
      : (`${name as OwnedPartition}#${place === "pk" ? sub : "x"}` as const);
  const key = { pk, sk: place === "sk" ? sub : "x" };
  return place === "pk" || place === "sk" || place === null ? key : { ...key, [place]: sub };
}
