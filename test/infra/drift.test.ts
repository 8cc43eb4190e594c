/** The local cloud and the template come from the same settings: what a developer sees here is what is deployed. */
import { expect, test } from "vitest";
import { workPartitions } from "#functions/customer/customer-rows.ts";
import type { FunctionSettings } from "#infra/settings/function-settings.ts";
import { allFunctions, type FunctionName } from "#infra/settings/functions.ts";
import { customerPartitions } from "#infra/settings/lambda/common.ts";
import { reachablePartitions, tableSettings } from "#infra/settings/table.ts";
import { environmentOf } from "#scripts/local/lambda/function-environment.ts";
import { createPrincipals } from "#scripts/local/lambda/principals.ts";
import { synthesized } from "./support/portal.ts";
import { ourFunctions, statementsOf } from "./support/resources.ts";
import { complete } from "./support/settings.ts";

const template = synthesized(complete);
const deployed = new Map(ourFunctions(template).map(({ name, properties }) => [name, properties]));
const principals = createPrincipals();
const services = { origin: () => "http://localhost" };
const isFunctionName = (name: string): name is FunctionName => name in allFunctions;
const names = [...deployed.keys()].filter(isFunctionName);

/** Set by Lambda itself, and addresses that AWS and the providers have without being told. */
const onlyHere = /^AWS_|^(STRIPE_API|VONAGE_API|TAX_AGENCY)_URL$/;

test.each(names)("%s has the same settings", (name) => {
  const here = environmentOf(name, { services, principals, siteUrl: "http://localhost", caps: {} });
  const there = Object.keys(deployed.get(name).Environment?.Variables ?? {});
  const without = (keys: string[]) => keys.filter((key) => !onlyHere.test(key)).sort();
  expect(without(Object.keys(here))).toEqual(without(there));
});

test("an erasure may reach every row of work that it looks for, and delete it", () => {
  const { deletablePartitions } = tableSettings;
  expect(deletablePartitions).toEqual(expect.arrayContaining([...workPartitions]));
  expect(customerPartitions).toEqual(expect.arrayContaining([...workPartitions]));
});

/** The permissions for Lambda, X-Ray, the dead-letter queue and the alarms' topics, which have no emulator. */
const noEmulator = /^(logs|xray|sns|sqs):/;

const actionsOf = (name: string): string[] =>
  statementsOf(template, deployed.get(name).Role["Fn::GetAtt"][0])
    .flatMap(({ Action }) => Action)
    .filter((action) => !noEmulator.test(action));
const everyAction = [...new Set(names.flatMap(actionsOf))];

test.each(names)("%s may do the same", (name) => {
  const { grants }: FunctionSettings = allFunctions[name];
  const here = everyAction.filter((action) => {
    const [partition] = reachablePartitions(action, grants);
    return principals.functions[name].allows(action, {
      encryptionContext: { field: "licenceKey" },
      partition,
      attributes: grants.scan,
    });
  });
  expect(here.sort()).toEqual([...new Set(actionsOf(name))].sort());
});
