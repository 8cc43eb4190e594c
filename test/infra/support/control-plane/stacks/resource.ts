/** A resource that exists in the account, whether or not a stack still owns it. */
import type { ResourceDeclaration } from "../template/template.ts";
import type { JsonObject } from "../template/values.ts";

export interface Resource {
  /** Undefined once its stack was deleted and left it behind. */
  stackId: string | undefined;
  stackName: string;
  region: string;
  accountId: string;
  logicalId: string;
  type: string;
  /** What `Ref` returns. */
  physicalId: string;
  declaration: ResourceDeclaration;
  /** Evaluated; dynamic references as they are written. */
  properties: JsonObject;
  /** The same with every dynamic reference resolved, as of when it was made or last changed. */
  actual: JsonObject;
  /** What Secrets Manager generated; only of a secret that asks for it. */
  secretValue: string | undefined;
}

/** Whose and which it is, before it has a name. */
export type Identity = Pick<
  Resource,
  "stackName" | "region" | "accountId" | "logicalId" | "type" | "properties"
>;
