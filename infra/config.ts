/** The settings of each environment. A wrong or missing setting stops the synthesis. */
import { placeholderPrice, settingErrors } from "./config-rules.ts";
import { type Environment, type EnvironmentSettings, environmentNames, type Name } from "./environment.ts";

const common = {
  region: "ap-northeast-1",
  smsAddressHourlyCap: 10,
  codeMails: { perHour: 500, percentForAccounts: 20 },
  announcementMailPercent: 50,
  price: placeholderPrice,
  invoiceDaysUntilDue: 30,
  traffic: {
    perSecond: 50,
    burst: 100,
    publicPerSecond: 10,
    perAddress: 2000,
    verifyPerAddress: 60,
    webhookPerAddress: 1000,
    userPoolPerAddress: 1000,
    signInPerAddress: 100,
  },
  firewall: true,
  featurePlan: "essentials",
  rollout: "at-once",
  tracing: true,
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

/** The settings of that environment; dev by default. Throws `SettingsError`. */
export const environmentNamed = (name?: unknown): Environment => checked(settingsOf(name));

/** The same, complete or not. Throws `SettingsError` for a name that there is none of. */
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

/** One sentence for each. */
export const mistakesIn = (environment: Environment): string[] =>
  settingErrors(environment).map(
    (mistake) => `infra/config.ts, environments.${environment.name}: ${mistake}`,
  );
