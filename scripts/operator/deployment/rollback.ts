/**
 * `npm run rollback -- -c env=prod --to v1.2.0 [--dry-run]` makes an earlier deployment live again without a build: the
 * functions by their aliases, the site by its documents. `--list` prints the deployments, `--prune` deletes old ones.
 * docs/runbooks/rollback.md says what does not change.
 */

import type { Environment } from "#infra/environment.ts";
import { stackNames } from "#infra/settings/names.ts";
import { newProgram } from "#scripts/program.ts";
import { CommandRefused } from "../command.ts";
import { readEnvironment } from "../context.ts";
import { runCommand } from "../run-command.ts";
import { refuseCall } from "./check.ts";
import { readStack } from "./deployed.ts";
import { aliasesOf, liveDeployment, moveAliases, outdatedOf } from "./rollback/aliases.ts";
import { listDeployments, makeDocumentsLive, readDeployment } from "./rollback/deployments.ts";
import { keptDeployments, prunable, prune } from "./rollback/prune.ts";

/** The name of the site bucket. Throws `CommandRefused` during a deployment. */
async function deployedSite(environment: Environment): Promise<string> {
  const { portal } = stackNames(environment.name);
  const { status, output } = await readStack(environment, portal);
  if (status.endsWith("_IN_PROGRESS"))
    throw new CommandRefused(
      `${portal} is being deployed (${status}): wait, or end it with aws cloudformation cancel-update-stack --stack-name ${portal}.`,
    );
  return output("SiteBucket");
}

interface RollbackOptions {
  to: string;
  list: boolean;
  prune: boolean;
  force: boolean;
  dryRun: boolean;
}

/** Can be run again after an interruption. Throws `CommandRefused` also when AWS refuses or does not answer. */
export async function rollBack(args: readonly string[]): Promise<void> {
  const program = newProgram("rollback", "Makes an earlier deployment live again, without a build.")
    .option("--to <deployment>", "the deployment, as --list names it")
    .option("--list", "name the deployments, the live one with a star")
    .option(
      "--prune",
      `delete the deployments before the last ${keptDeployments}, with the versions of their functions`,
    )
    .option("--force", "go on without functions that are gone since")
    .option("--dry-run", "say what would be done, and change nothing");
  const { environment, json = false, ...options } = readEnvironment<RollbackOptions>(program, args);
  const { to, list, prune: prunes } = options;
  if (to === undefined && !list && !prunes)
    program.error("Name the deployment: --to, or --list to see them.");
  if (to !== undefined && (list || prunes))
    program.error("--list and --prune name no deployment: leave --to out.");
  const work = async (): Promise<void> => {
    const deployments = await deploymentsOf(environment);
    if (to !== undefined) await rollBackTo(to, deployments, options);
    else if (prunes) await pruneDeployments(deployments, options);
    else await print(deployments, json);
  };
  await work().catch(refuseCall);
}

type Deployments = Awaited<ReturnType<typeof deploymentsOf>>;

/** `names`: newest first. */
async function deploymentsOf(environment: Environment) {
  const bucket = await deployedSite(environment);
  const names = await listDeployments(environment, bucket);
  const [last] = names;
  if (last === undefined) throw new CommandRefused(`No deployment is kept in s3://${bucket}: deploy first.`);
  return { environment, bucket, names, live: (await liveDeployment(environment)) ?? last };
}

async function print({ environment, bucket, names, live }: Deployments, json: boolean): Promise<void> {
  if (json) return console.log(JSON.stringify({ live, deployments: names }));
  for (const name of names) {
    const outdated = await outdatedOf(environment, await readDeployment(environment, bucket, name));
    const mark = outdated.length > 0 ? `  cannot come back, deploy it instead: ${outdated.join(", ")}` : "";
    console.log(`${name === live ? "*" : " "} ${name}${mark}`);
  }
}

async function pruneDeployments(
  deployments: Deployments,
  { dryRun }: Partial<RollbackOptions>,
): Promise<void> {
  const { environment, bucket } = deployments;
  const found = await prunable(environment, bucket, deployments);
  for (const name of found.deployments) console.log(`Deployment ${name}`);
  console.log(`Versions of functions: ${found.versions.length}`);
  if (dryRun) return console.log("Dry run: nothing was changed.");
  await prune(environment, bucket, found);
}

async function rollBackTo(
  to: string,
  { environment, bucket, names, live }: Deployments,
  { force, dryRun }: Partial<RollbackOptions>,
): Promise<void> {
  if (!names.includes(to))
    throw new CommandRefused(`There is no deployment ${to}. There are: ${names.join(", ")}.`);
  const deployment = await readDeployment(environment, bucket, to);
  const { aliases, gone } = await aliasesOf(environment, deployment);
  if (gone.length > 0 && !force)
    throw new CommandRefused(
      `Gone since ${to}: ${gone.join(", ")}. --force goes on without them, a deployment of ${to} brings them back (docs/runbooks/rollback.md).`,
    );
  const outdated = new Set(aliases.flatMap((alias) => alias.outdated));
  if (outdated.size > 0)
    throw new CommandRefused(
      `The functions of ${to} cannot work with what is deployed since: ${[...outdated].join(", ")}. Deploy ${to} with today's settings instead (docs/runbooks/rollback.md#by-a-deployment).`,
    );
  for (const name of gone) console.log(`${name}: gone since ${to}`);
  const moved = aliases.filter(({ from, to }) => from !== to);
  for (const { functionName, from, to } of moved) console.log(`${functionName}: version ${from} to ${to}`);
  console.log(`Site: ${deployment.documents.length} documents of ${to}.`);
  if (dryRun) return console.log("Dry run: nothing was changed.");
  const started = performance.now();
  const site = () => makeDocumentsLive(environment, bucket, deployment);
  const functions = () => moveAliases(environment, aliases, deployment.name);
  // Functions also serve the site of the deployment before: on the way back, the site is first.
  const isBack = names.indexOf(to) > names.indexOf(live);
  for (const makeLive of isBack ? [site, functions] : [functions, site]) await makeLive();
  console.log(
    `${to} is live, in the place of ${live}: ${Math.ceil((performance.now() - started) / 1000)} s.`,
  );
}

if (import.meta.main) await runCommand(rollBack);
