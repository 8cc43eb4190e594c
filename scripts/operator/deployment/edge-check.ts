/** Check of the stack in us-east-1, which has one name for the portals of every region. */
import type { Environment } from "#infra/environment.ts";
import { portalRegionOutput, stackNames } from "#infra/settings/names.ts";
import { type Check, type Finding, fix, ok, unknown } from "./check.ts";
import { findStack } from "./deployed.ts";

export const edgeCheck = (environment: Environment): Check => ({
  title: "Edge stack",
  run: () => checkEdge(environment),
});

/** A second portal in another region would take over the stack, with firewall and certificate of the first. */
async function checkEdge({ name, region }: Environment): Promise<Finding> {
  const { edge } = stackNames(name);
  const stack = await findStack("us-east-1", edge);
  if (!stack) return ok(`The deployment creates ${edge}.`);
  const owner = stack.outputs.get(portalRegionOutput);
  if (owner === region) return ok(`${edge} belongs to the portal in ${region}.`);
  if (owner === undefined)
    return unknown(`${edge} does not say whose it is yet: make sure that its portal is in ${region}.`);
  return fix(
    `${edge} belongs to the portal in ${owner}. A second portal in ${region} needs another environment or account; if ${owner} is lost, go on as docs/runbooks/lost-region-or-account.md says.`,
  );
}
