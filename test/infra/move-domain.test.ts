/** docs/runbooks/move-domain.md: its settings, read from the page, change nothing that is in use from one step to the next. */
import { readFileSync } from "node:fs";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { checked } from "#infra/config.ts";
import { type Environment, relyingPartyOf } from "#infra/environment.ts";
import { synthesized } from "./support/portal.ts";
import { resourcesOf } from "./support/resources.ts";
import { complete } from "./support/settings.ts";

const page = readFileSync(new URL("../../docs/runbooks/move-domain.md", import.meta.url), "utf8");

/** The settings of each step, under the heading of its list. */
function stepsUnder(heading: string): Environment[] {
  const [, section = ""] = page.split(`## ${heading}\n`);
  const blocks = (section.split("\n## ")[0] ?? "").matchAll(/```ts\n(.*?)```/gs);
  const { adopted: _, ...base } = complete;
  return [...blocks].map(([, text]) => checked({ ...base, ...runInNewContext(`({${text}})`) }));
}

const used = [
  "CertificateManager::Certificate",
  "SES::EmailIdentity",
  "SES::ConfigurationSet",
  "Route53::RecordSet",
] as const;

/** Replacing one of these makes a new one, and deletes the old one unless it is retained. */
const identifying: Record<(typeof used)[number], readonly string[]> = {
  "CertificateManager::Certificate": ["DomainName", "SubjectAlternativeNames"],
  "SES::EmailIdentity": ["EmailIdentity"],
  "SES::ConfigurationSet": ["Name"],
  "Route53::RecordSet": ["Name", "HostedZoneId", "Type"],
};

/** Returns the resources that CloudFormation deletes when the second settings follow the first. */
function deletedBetween(before: Environment, after: Environment): string[] {
  return used.flatMap((type) => {
    const next = new Map(resourcesOf(synthesized(after), `AWS::${type}`).map((each) => [each.id, each]));
    return resourcesOf(synthesized(before), `AWS::${type}`).flatMap((old) => {
      const found = next.get(old.id);
      const identity = (each: typeof old) =>
        JSON.stringify(identifying[type].map((property) => each.properties[property]));
      const isDeleted = found
        ? identity(found) !== identity(old) && old.UpdateReplacePolicy !== "Retain"
        : !old.DeletionPolicy.startsWith("Retain");
      return isDeleted ? [`${old.properties.Type ?? type} ${old.properties.Name ?? ""}`.trim()] : [];
    });
  });
}

const lists = ["Both zones in Route 53", "A DNS elsewhere"];

test.each(lists)("%s: the site moves to the new name, and no step deletes what a name needs", (heading) => {
  const steps = stepsUnder(heading);
  const names = steps.map(({ domain }) => domain?.names ?? []);
  expect(names[0]).toEqual(["old.example.jp"]);
  expect(names).toContainEqual(["new.example.com", "old.example.jp"]);
  expect(names.at(-1)).toEqual(["new.example.com"]);
  for (const [index, after] of steps.entries()) {
    const before = steps[index - 1];
    if (!before) continue;
    const lost = deletedBetween(before, after).filter(
      (record) => !/^A+ /.test(record) || names[index]?.includes(record.replace(/^A+ |\.$/g, "")),
    );
    expect(lost, `step ${index}`).toEqual([]);
  }
});

test.each(lists)("%s: passkeys keep their relying party until the old name is removed", (heading) => {
  for (const step of stepsUnder(heading)) {
    const isKept = step.domain?.names.includes("old.example.jp");
    expect(relyingPartyOf(step)).toBe(isKept ? "old.example.jp" : "new.example.com");
  }
});

test("a setting that leaves the zone out is found", () => {
  const [before] = stepsUnder(lists[0] ?? "");
  if (!before) throw new Error("The page has no settings.");
  const { certificateArn } = complete.domain ?? {};
  const after = {
    ...before,
    domain: { names: ["old.example.jp"], ...(certificateArn && { certificateArn }) },
  };
  expect(deletedBetween(before, after)).toEqual(["A old.example.jp.", "AAAA old.example.jp."]);
});
