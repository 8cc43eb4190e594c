/**
 * `npm run rollback -- -c env=prod --to v1.2.0 [--dry-run]`: what that release made live, without a build: the aliases of the functions and the
 * documents of the site. `--list` names the releases. docs/runbooks/rollback.md says what stays as it is.
 */

import { CloudFormationClient, DescribeStacksCommand } from "@aws-sdk/client-cloudformation";
import { SettingsError } from "#infra/config.ts";
import type { Environment } from "#infra/environment.ts";
import { stackNames } from "#infra/settings/names.ts";
import { newProgram } from "#scripts/program.ts";
import { CommandRefused } from "../command.ts";
import { adviceOn, isCallError } from "./check.ts";
import { readEnvironment } from "./environment.ts";
import { aliasesOf, liveRelease, type MovedAlias, moveAliases } from "./release/aliases.ts";
import { listReleases, makeDocumentsLive, type Release, readRelease } from "./release/releases.ts";

/** The site bucket of an environment that no deployment is changing now. */
async function deployedSite({ name, region }: Environment): Promise<string> {
  const { portal } = stackNames(name);
  const client = new CloudFormationClient({ region });
  const { Stacks: [stack] = [] } = await client.send(new DescribeStacksCommand({ StackName: portal }));
  if (stack?.StackStatus?.endsWith("_IN_PROGRESS"))
    throw new CommandRefused(
      `${portal} is being deployed (${stack.StackStatus}): wait, or end it with aws cloudformation cancel-update-stack --stack-name ${portal}.`,
    );
  const bucket = stack?.Outputs?.find(({ OutputKey }) => OutputKey === "SiteBucket")?.OutputValue;
  if (bucket === undefined) throw new CommandRefused(`${portal} has no output SiteBucket: deploy it first.`);
  return bucket;
}

interface RollbackOptions {
  to: string;
  list: boolean;
  force: boolean;
  dryRun: boolean;
}

/** Can be run again after it was interrupted. Throws `CommandRefused` with one sentence also when AWS refuses or does not answer. */
export async function rollBack(args: readonly string[]): Promise<void> {
  const program = newProgram("rollback", "Makes an earlier release live again, without a build.")
    .option("--to <release>", "the release, as --list names it")
    .option("--list", "name the releases, the live one with a star")
    .option("--force", "go on without functions that are gone since")
    .option("--dry-run", "say what would be done, and change nothing");
  const { environment, json = false, ...options } = readEnvironment<RollbackOptions>(program, args);
  const { to, list } = options;
  if (to === undefined && !list) program.error("Name the release: --to, or --list to see them.");
  try {
    const releases = await releasesOf(environment);
    if (list || to === undefined) return print(releases, json);
    await rollBackTo(to, releases, options);
  } catch (error) {
    if (!isCallError(error)) throw error;
    throw new CommandRefused(`AWS: ${adviceOn(error)}`, { cause: error });
  }
}

interface Releases {
  environment: Environment;
  bucket: string;
  /** The last deployed one first. */
  names: readonly string[];
  live: string;
}

async function releasesOf(environment: Environment): Promise<Releases> {
  const bucket = await deployedSite(environment);
  const names = await listReleases(environment, bucket);
  const [last] = names;
  if (last === undefined) throw new CommandRefused(`No release is kept in s3://${bucket}: deploy first.`);
  return { environment, bucket, names, live: (await liveRelease(environment)) ?? last };
}

function print({ names, live }: Releases, json: boolean): void {
  if (json) console.log(JSON.stringify({ live, releases: names }));
  else for (const name of names) console.log(`${name === live ? "*" : " "} ${name}`);
}

async function rollBackTo(
  to: string,
  { environment, bucket, names, live }: Releases,
  { force, dryRun }: Partial<RollbackOptions>,
): Promise<void> {
  if (!names.includes(to))
    throw new CommandRefused(`There is no release ${to}. There are: ${names.join(", ")}.`);
  const release = await readRelease(environment, bucket, to);
  const { aliases, gone } = await aliasesOf(environment, release);
  if (gone.length > 0 && !force)
    throw new CommandRefused(
      `Gone since ${to}: ${gone.join(", ")}. --force goes on without them, a deployment of ${to} brings them back (docs/runbooks/rollback.md).`,
    );
  for (const name of gone) console.log(`${name}: gone since ${to}`);
  const moved = aliases.filter(({ from, to }) => from !== to);
  for (const { functionName, from, to } of moved) console.log(`${functionName}: version ${from} to ${to}`);
  console.log(`Site: ${release.documents.length} documents of ${to}.`);
  if (dryRun) return console.log("Dry run: nothing was changed.");
  const started = performance.now();
  const isBack = names.indexOf(to) > names.indexOf(live);
  await inOrder(isBack, environment, bucket, release, aliases);
  console.log(
    `${to} is live, in the place of ${live}: ${Math.ceil((performance.now() - started) / 1000)} s.`,
  );
}

/** The functions serve their own site and the one before: going back, the site is first. */
async function inOrder(
  isBack: boolean,
  environment: Environment,
  bucket: string,
  release: Release,
  aliases: readonly MovedAlias[],
): Promise<void> {
  const site = () => makeDocumentsLive(environment, bucket, release);
  const functions = () => moveAliases(environment, aliases, release.name);
  const [first, second] = isBack ? [site, functions] : [functions, site];
  await first();
  await second();
}

if (import.meta.main) {
  try {
    await rollBack(process.argv.slice(2));
  } catch (error) {
    if (!(error instanceof CommandRefused || error instanceof SettingsError)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}
