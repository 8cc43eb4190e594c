/** The AWS Query protocol of CloudFormation and STS: a form in, XML out. Source: Smithy, "AWS Query protocol". */
import { randomUUID } from "node:crypto";
import { ServiceError } from "../../../../../scripts/local/emulators/aws/service-error.ts";
import { toXml, type XmlFields } from "../../../../../scripts/local/emulators/aws/xml.ts";
import type { Principal } from "../../../../../scripts/local/emulators/emulator.ts";
import type { Service } from "./service.ts";

export interface QueryCall {
  input: Readonly<Record<string, unknown>>;
  region: string;
  caller: Principal;
}
export type QueryOperation = (call: QueryCall) => XmlFields;

export function queryService(operations: Readonly<Record<string, QueryOperation>>): Service {
  return {
    operation(_, payload) {
      const action = new URLSearchParams(payload.toString()).get("Action") ?? "";
      return action in operations ? action : undefined;
    },
    answer({ payload, region, caller }) {
      const form = new URLSearchParams(payload.toString());
      const action = form.get("Action") ?? "";
      const operation = operations[action];
      if (!operation) throw new ServiceError("InvalidAction", `Could not find operation ${action}`);
      const result = operation({ input: nested(form), region, caller });
      return xml(200, `${action}Response`, {
        [`${action}Result`]: result,
        ResponseMetadata: { RequestId: randomUUID() },
      });
    },
    refusal: ({ code, message, status }) =>
      xml(status, "ErrorResponse", {
        Error: { Type: "Sender", Code: code, Message: message },
        RequestId: randomUUID(),
      }),
  };
}

const xml = (status: number, root: string, fields: XmlFields) => ({
  status,
  headers: { "content-type": "text/xml" },
  body: toXml(root, fields),
});

/** A list as the protocol writes it. */
export const listed = (members: readonly XmlFields[]): XmlFields => ({ member: members });

interface Nested {
  [name: string]: string | Nested;
}

/** `Tags.member.1.Key=a` to `{ Tags: [{ Key: "a" }] }`. */
function nested(form: URLSearchParams): Record<string, unknown> {
  const root: Nested = {};
  for (const [name, value] of form) {
    const path = name.split(".");
    const last = path.pop() ?? "";
    let place = root;
    for (const part of path) {
      const inner = place[part];
      const next: Nested = typeof inner === "object" ? inner : {};
      place[part] = next;
      place = next;
    }
    place[last] = value;
  }
  return Object.fromEntries(Object.entries(root).map(([name, value]) => [name, withLists(value)]));
}

function withLists(value: string | Nested | undefined): unknown {
  if (typeof value !== "object") return value;
  const { member } = value;
  if (typeof member === "object") return Object.values(member).map(withLists);
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, withLists(inner)]));
}
