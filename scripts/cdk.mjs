#!/usr/bin/env node
/**
 * `npx cdk`: AWS's own CLI, except that plain `cdk deploy` means the whole environment. AWS's asks which of several stacks
 * is meant, and lets no setting answer. package.json's `prepare` puts this file in its place.
 */
import { createRequire } from "node:module";

const said = process.argv.slice(2);
const namesStacks = said.some((word) => /^Portal-\w+-\w+$|[*?]/.test(word));
if (said.includes("deploy") && !said.includes("--all") && !namesStacks) process.env.CDK_ALL = "true";

createRequire(import.meta.url)("aws-cdk/bin/cdk");
