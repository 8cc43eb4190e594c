/**
 * The commands of AWS and of the CDK that the pages show: they exist, with these options. Values are not checked, nor are commands of
 * `gh`, `git` and `stripe`: no installed package knows their options.
 */
import { expect, test } from "vitest";
import { awsOptionsOf, lookedUpCommands } from "#test/scripts/support/aws-options.ts";
import { unknownToCdk } from "#test/scripts/support/cdk-options.ts";
import { type DocumentedCommand, documented } from "#test/scripts/support/documented-commands.ts";

const titled = (all: readonly DocumentedCommand[]) =>
  all.filter(({ words }) => words.length > 1).map((each) => [each.page, each.words.join(" "), each] as const);

const awsCommands = documented("aws");

test.each(titled(awsCommands))("%s: %s", async (_, __, { words, isInline }) => {
  const [, service = "", command = "", ...rest] = words;
  const options = await awsOptionsOf(service, command, rest[0]);
  expect(
    options,
    "no such command: a service without an installed client belongs into aws-options.ts",
  ).toBeDefined();
  const written = rest.filter((word) => word.startsWith("--"));
  const given = written.map((word) => word.replace(/^--no-/, "--"));
  expect(options?.known).toEqual(expect.arrayContaining(written));
  // A sentence may name a command alone.
  if (!isInline || written.length > 0)
    expect(given).toEqual(expect.arrayContaining([...(options?.required ?? [])]));
});

test("no command was looked up in vain", () => {
  const shown = new Set(awsCommands.map(({ words }) => words.slice(1, 3).join(" ")));
  expect(lookedUpCommands.filter((command) => !shown.has(command))).toEqual([]);
});

test.each(titled(documented("cdk")))("%s: %s", (_, __, { words }) => {
  expect(unknownToCdk(words)).toEqual([]);
});
