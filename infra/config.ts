/** The settings of each environment. A wrong or missing setting stops the synthesis. */
import * as z from "zod/mini";
import type { Price } from "#shared/site/site-config.ts";
import {
  type Environment,
  type EnvironmentSettings,
  environmentNames,
  type Name,
  rulesOf,
} from "./environment.ts";

/** Shown until an environment names its own price. */
const placeholderPrice: Price = { amountYen: 11_000, interval: "month", taxRatePercent: 10 };

const common = {
  region: "ap-northeast-1",
  smsAddressHourlyCap: 10,
  codeMails: { perHour: 500, percentForAccounts: 20 },
  deletions: { perRun: 20, percent: 2 },
  loginIdMailsPerHour: 100,
  announcementMailPercent: 50,
  price: placeholderPrice,
  invoiceDaysUntilDue: 30,
  traffic: {
    perSecond: 50,
    burst: 100,
    publicPerSecond: 10,
    perAddress: 2000,
    verifyPerAddress: 60,
    userPoolPerAddress: 1000,
    signInPerAddress: 100,
  },
  firewall: true,
  managedRules: "block",
  featurePlan: "essentials",
  rollout: "at-once",
  tracing: true,
  dataEvents: false,
  monthlyBudgetUsd: 50,
  originSecretVersion: 1,
} satisfies Partial<EnvironmentSettings>;

const environments: Record<Name, EnvironmentSettings> = {
  dev: { ...common, smsDailyCap: 50, firewall: false },
  stg: { ...common, smsDailyCap: 50, backups: {} },
  prod: { ...common, smsDailyCap: 500, rollout: "gradual", backups: {}, monthlyBudgetUsd: 200 },
};

/** Its message has one sentence for each mistake. */
export class SettingsError extends Error {}

/**
 * Returns the settings of the environment, complete or not; dev by default. Throws `SettingsError` for an unknown name.
 */
export function settingsOf(name: unknown = "dev"): Environment {
  const known = environmentNames.find((candidate) => candidate === name);
  if (known === undefined) {
    throw new SettingsError(`There is no environment "${name}": write -c env=dev, stg or prod.`);
  }
  return { name: known, ...environments[known] };
}

/** Returns the settings unchanged. Throws `SettingsError` if one is wrong or missing. */
export function checked(environment: Environment): Environment {
  const mistakes = mistakesIn(environment);
  if (mistakes.length === 0) return environment;
  throw new SettingsError(mistakes.join("\n"));
}

/** Returns a sentence for each wrong or missing setting. */
export function mistakesIn(environment: Environment): string[] {
  const { name, price } = environment;
  const { error } = z.safeParse(rulesOf(name), environment);
  const sentences = [
    ...(error?.issues.flatMap(sentencesOf) ?? []),
    ...(name === "prod" && price === placeholderPrice
      ? [
          "write `price: { amountYen, interval, taxRatePercent }` as Stripe charges it; the default is a placeholder.",
        ]
      : []),
  ];
  return [...new Set(sentences)].map((sentence) => `infra/config.ts, environments.${name}: ${sentence}`);
}

function sentencesOf(issue: z.core.$ZodIssue): string[] {
  // An item of a list is named by its list.
  const item = issue.path.findIndex((key) => typeof key === "number");
  const path = item === -1 ? issue.path : issue.path.slice(0, item);
  if (issue.code !== "unrecognized_keys") return [`write \`${path.join(".")}\` as ${issue.message}.`];
  return issue.keys.map(
    (key) => `\`${[...path, key].join(".")}\` is not a setting: correct its name or remove it.`,
  );
}
