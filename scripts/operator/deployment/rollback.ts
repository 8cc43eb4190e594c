/**
 * `npm run rollback -- -c env=prod --to v1.2.0 [--dry-run]`: what that release made live, without a build: the aliases of the functions and the
 * documents of the site. `--list` names the releases, `--prune` deletes old ones. docs/runbooks/rollback.md says what stays as it is.
 */

import type { Environment } from "#infra/environment.ts";
import { stackNames } from "#infra/settings/names.ts";
import { newProgram } from "#scripts/program.ts";
import { CommandRefused } from "../command.ts";
import { readEnvironment } from "../context.ts";
import { runCommand } from "../run-command.ts";
import { refuseCall } from "./check.ts";
import { readStack } from "./deployed.ts";
import { aliasesOf, hasOtherNames, liveRelease, moveAliases, outdatedOf } from "./release/aliases.ts";
import { mostReleases, prunable, prune } from "./release/prune.ts";
import { listReleases, makeDocumentsLive, readRelease } from "./release/releases.ts";

/** The site bucket of an environment that no deployment is changing now. */
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

/** Can be run again after it was interrupted. Throws `CommandRefused` with one sentence also when AWS refuses or does not answer. */
export async function rollBack(args: readonly string[]): Promise<void> {
  const program = newProgram("rollback", "Makes an earlier release live again, without a build.")
    .option("--to <release>", "the release, as --list names it")
    .option("--list", "name the releases, the live one with a star")
    .option(
      "--prune",
      `delete the releases before the last ${mostReleases}, with the versions of their functions`,
    )
    .option("--force", "go on without functions that are gone since")
    .option("--dry-run", "say what would be done, and change nothing");
  const { environment, json = false, ...options } = readEnvironment<RollbackOptions>(program, args);
  const { to, list, prune: prunes } = options;
  if (to === undefined && !list && !prunes) program.error("Name the release: --to, or --list to see them.");
  if (to !== undefined && (list || prunes))
    program.error("--list and --prune name no release: leave --to out.");
  const releases = await releasesOf(environment).catch(refuseCall);
  if (to !== undefined) await rollBackTo(to, releases, options).catch(refuseCall);
  else if (prunes) await pruneReleases(releases, options).catch(refuseCall);
  else await print(releases, json).catch(refuseCall);
}

type Releases = Awaited<ReturnType<typeof releasesOf>>;

/** `names`: the last deployed one first. */
async function releasesOf(environment: Environment) {
  const bucket = await deployedSite(environment);
  const names = await listReleases(environment, bucket);
  const [last] = names;
  if (last === undefined) throw new CommandRefused(`No release is kept in s3://${bucket}: deploy first.`);
  return { environment, bucket, names, live: (await liveRelease(environment)) ?? last };
}

async function print({ environment, bucket, names, live }: Releases, json: boolean): Promise<void> {
  if (json) return console.log(JSON.stringify({ live, releases: names }));
  for (const name of names) {
    const outdated = await outdatedOf(environment, await readRelease(environment, bucket, name));
    const mark = outdated.length > 0 ? `  cannot come back, deploy it instead: ${outdated.join(", ")}` : "";
    console.log(`${name === live ? "*" : " "} ${name}${mark}`);
  }
}

async function pruneReleases(releases: Releases, { dryRun }: Partial<RollbackOptions>): Promise<void> {
  const { environment, bucket } = releases;
  const found = await prunable(environment, bucket, releases);
  for (const name of found.releases) console.log(`Release ${name}`);
  console.log(`Versions of functions: ${found.versions.length}`);
  if (dryRun) return console.log("Dry run: nothing was changed.");
  await prune(environment, bucket, found);
}

async function rollBackTo(
  to: string,
  { environment, bucket, names, live }: Releases,
  { force, dryRun }: Partial<RollbackOptions>,
): Promise<void> {
  if (!names.includes(to))
    throw new CommandRefused(`There is no release ${to}. There are: ${names.join(", ")}.`);
  const release = await readRelease(environment, bucket, to);
  if (hasOtherNames(environment, release))
    throw new CommandRefused(
      `The functions of ${to} had other names than those that are deployed: deploy ${to} instead (docs/runbooks/rollback.md#by-a-deployment).`,
    );
  const { aliases, gone } = await aliasesOf(environment, release);
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
  console.log(`Site: ${release.documents.length} documents of ${to}.`);
  if (dryRun) return console.log("Dry run: nothing was changed.");
  const started = performance.now();
  const site = () => makeDocumentsLive(environment, bucket, release);
  const functions = () => moveAliases(environment, aliases, release.name);
  // The functions serve their own site and the one before: going back, the site is first.
  const isBack = names.indexOf(to) > names.indexOf(live);
  for (const makeLive of isBack ? [site, functions] : [functions, site]) await makeLive();
  console.log(
    `${to} is live, in the place of ${live}: ${Math.ceil((performance.now() - started) / 1000)} s.`,
  );
}

if (import.meta.main) await runCommand(rollBack);
