import type { NativeAttributeValue } from "@aws-sdk/lib-dynamodb";
import type { Update } from "./table.ts";

/** Builds an update that sets each attribute, and removes those whose value is null. */
export function buildUpdateExpression(
  attributes: Readonly<Record<string, NativeAttributeValue>>,
): Pick<Update, "expression" | "names" | "values"> {
  const names = Object.keys(attributes);
  const removed = names.filter((name) => attributes[name] === null);
  const set = names.filter((name) => attributes[name] !== null);
  const clauses = [
    ...(set.length > 0 ? [`SET ${set.map((name) => `#${name} = :${name}`).join(", ")}`] : []),
    ...(removed.length > 0 ? [`REMOVE ${removed.map((name) => `#${name}`).join(", ")}`] : []),
  ];
  return {
    expression: clauses.join(" "),
    names: Object.fromEntries(names.map((name) => [`#${name}`, name])),
    ...(set.length > 0 && { values: Object.fromEntries(set.map((name) => [`:${name}`, attributes[name]])) }),
  };
}
