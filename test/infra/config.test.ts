import { expect, test } from "vitest";
import { checked, SettingsError, settingsOf } from "#infra/config.ts";
import type { Environment } from "#infra/environment.ts";
import { complete, dev } from "./support/settings.ts";

test("without a word it is dev, in Tokyo", () => {
  expect(checked(settingsOf())).toMatchObject({ name: "dev", region: "ap-northeast-1" });
});

test("an unknown environment is refused with the names that there are", () => {
  expect(() => settingsOf("qa")).toThrow(
    new SettingsError('There is no environment "qa": write -c env=dev, stg or prod.'),
  );
});

test.each(["stg", "prod"] as const)("%s does not go out without what only dev can do without", (name) => {
  const refuse = () => checked({ ...dev, firewall: true, name });
  for (const setting of ["mail", "company", "stripePriceId", "pluginAddresses", "alarmEmail"]) {
    expect(refuse).toThrow(`infra/config.ts, environments.${name}: write \`${setting}\` as`);
  }
});

const { account: _account, ...withoutAccount } = complete;
const { registrationNumber: _registration, ...withoutRegistration } = complete;
const { threatProtection: _protection, ...withoutProtection } = complete;
const withPlaceholder = { ...complete, price: dev.price };

test.each([
  ["account", withoutAccount],
  ["registrationNumber", withoutRegistration],
  ["threatProtection", withoutProtection],
])("prod does not synthesize without `%s`, stg does", (setting, environment) => {
  expect(() => checked(environment)).toThrow(`environments.prod: write \`${setting}\` as`);
  expect(() => checked({ ...environment, name: "stg" })).not.toThrow();
});

test("prod does not synthesize with the placeholder price, stg does", () => {
  expect(() => checked(withPlaceholder)).toThrow("environments.prod: write `price: { amountYen");
  expect(() => checked({ ...withPlaceholder, name: "stg" })).not.toThrow();
});

test("complete settings pass as they are", () => {
  expect(checked(complete)).toBe(complete);
  const byAddress = { name: "x", address: "a@example.jp", identity: "a@example.jp" };
  expect(() => checked({ ...complete, mail: byAddress })).not.toThrow();
  const subdomain = { name: "x", address: "a@mail.example.jp", identity: "example.jp" };
  expect(() => checked({ ...complete, mail: subdomain })).not.toThrow();
});

const mail = { name: "x", address: "no-reply@example.jp", identity: "example.jp" };
const { price, traffic } = complete;
const keyArn = "arn:aws:kms:ap-south-1:123456789012:key/1";
const pages = { termsUrl: "/terms", privacyUrl: "", commercialTransactionsUrl: "", contactUrl: "" };
const names = ["portal.example.jp"];
const fromTokyo = "arn:aws:acm:ap-northeast-1:123456789012:certificate/0a";
const zone = { id: "Z1", name: "example.jp" };
const pinned = { AWSManagedRulesCommonRuleSet: "Version_1.20" };
const mistakes: [string, Partial<Environment>][] = [
  ["write `firewall` as true; only dev can do without.", { firewall: false }],
  ["write `account` as twelve digits.", { account: "1234" }],
  [
    "write `accountAlarms.trailLogGroup` as the name of the log group",
    { accountAlarms: { trailLogGroup: "arn:x" } },
  ],
  ["write `registrationNumber` as", { registrationNumber: "7000012050002" }],
  ["write `registrationNumber` as", { registrationNumber: "T8000012050002" }],
  ["write `region` as an AWS region", { region: "tokyo" }],
  ["write `mail.address` as", { mail: { ...mail, address: "no-reply" } }],
  ["write `mail.identity` as the verified", { mail: { ...mail, identity: "example.com" } }],
  ["write `mail.identity` as the verified", { mail: { ...mail, identity: "ple.jp" } }],
  ["write `mail.tls` as require or optional", { mail: { ...mail, tls: "none" as never } }],
  ["write `mail.dmarc` as none", { mail: { ...mail, dmarc: "strict" as never } }],
  ["write `featurePlan` as plus", { featurePlan: "essentials" }],
  ["write `monthlyBudgetUsd` as a whole number above 0.", { monthlyBudgetUsd: 0 }],
  ["write `stripePriceId` as the id", { stripePriceId: "11000" }],
  ["write `invoiceDaysUntilDue` as a whole number above 0.", { invoiceDaysUntilDue: 0 }],
  ["write `company.termsUrl` as an address with https.", { company: { name: "x", ...pages } }],
  ["write `pluginAddresses` as the two fixed", { pluginAddresses: ["192.0.2.1"] }],
  ["write `pluginAddresses` as the two fixed", { pluginAddresses: ["a", "b"] }],
  ["write `smsDailyCap` as a whole number above 0.", { smsDailyCap: 1.5 }],
  ["write `codeMails.perHour` as a whole", { codeMails: { perHour: 0, percentForAccounts: 20 } }],
  ["write `loginIdMailsPerHour` as a whole", { loginIdMailsPerHour: 0 }],
  ["write `codeMails.percentForAccounts` as", { codeMails: { perHour: 500, percentForAccounts: 100 } }],
  ["write `announcementMailPercent` as a whole percentage from 1 to 90.", { announcementMailPercent: 91 }],
  ["write `price.amountYen` as a whole number", { price: { ...price, amountYen: 0.5 } }],
  ["write `price.taxRatePercent` as", { price: { ...price, taxRatePercent: 101 } }],
  ["write `traffic.perSecond` as a whole", { traffic: { ...traffic, perSecond: 0 } }],
  [
    "write `traffic.verifyPerAddress` as a whole number from 10",
    { traffic: { ...traffic, verifyPerAddress: 5 } },
  ],
  [
    "write `traffic.signInPerAddress` as a whole number from 10",
    { traffic: { ...traffic, signInPerAddress: 9 } },
  ],
  ["write `costlyConcurrency` as a whole number above 0.", { costlyConcurrency: 0 }],
  ["write `alarmEmail` as the e-mail address", { alarmEmail: "operations" }],
  ["write `alarmUrl` as an address with https", { alarmUrl: "http://alarms.example" }],
  ["write `tagManagerId` as the container's id, GTM-...", { tagManagerId: "G-123" }],
  ["write `userPoolEndpoint` as an origin", { userPoolEndpoint: "http://x/y" }],
  ["write `originSecretVersion` as a whole number above 0.", { originSecretVersion: 0 }],
  ["write `taxAgencyApplicationId` as", { taxAgencyApplicationId: "" }],
  [
    "write `domain.certificateArn` as the ARN of a certificate in us-east-1",
    { domain: { names, certificateArn: fromTokyo } },
  ],
  [
    "write `domain.certificateArn` as the ARN of a certificate, or add the zone of portal.example.jp",
    { domain: { names } },
  ],
  [
    "add the zone of portal.example.com to",
    { domain: { names: ["portal.example.com"], hostedZones: [zone] } },
  ],
  [
    "write `domain.hostedZones` as Route 53",
    { domain: { names, hostedZones: [{ ...zone, id: "example.jp" }] } },
  ],
  [
    "write `domain.relyingParty` as one of `domain.names`, or leave it out.",
    { domain: { names, hostedZones: [zone], relyingParty: "old.example.jp" } },
  ],
  ["write `domain.names` as a list of host names", { domain: { names: ["https://portal.example.jp"] } }],
  [
    "write `managedRuleVersions.AWSManagedRulesCommonRuleSet` as a version that AWS lists, such as Version_1.20, or leave it out.",
    { managedRuleVersions: { AWSManagedRulesCommonRuleSet: "1.20" } },
  ],
  ["write `backups.copyTo` as the ARN of a backup vault", { backups: { copyTo: "portal" } }],
  [
    "write `backups.lock.minDays` as a whole number from 1 to 35.",
    { backups: { lock: { minDays: 36, maxDays: 40 } } },
  ],
  [
    "write `backups.lock.maxDays` as a whole number from 35 on.",
    { backups: { lock: { minDays: 7, maxDays: 30 } } },
  ],
  [
    "write `backups.lock.finalAfterDays` as a whole number from 3 on.",
    { backups: { lock: { minDays: 7, maxDays: 35, finalAfterDays: 2 } } },
  ],
  ["write `backups.keyReplicaRegion` as an AWS region", { backups: { keyReplicaRegion: "osaka" } }],
  [
    "write `backups.keyReplicaRegion` as another region than the portal's.",
    { backups: { keyReplicaRegion: "ap-northeast-1" } },
  ],
  [
    "write `backups.keyReplicaRegion` as undefined: `adopted.key` keeps",
    {
      backups: { keyReplicaRegion: "ap-northeast-3" },
      adopted: { key: "arn:aws:kms:ap-northeast-1:123456789012:key/1" },
    },
  ],
  [
    "write `backups.lock` as undefined: `adopted.backupVault` keeps",
    { backups: { lock: { minDays: 7, maxDays: 35 } }, adopted: { backupVault: "earlier" } },
  ],
  ["write `adopted.key` as the ARN of a KMS key in the portal's region", { adopted: { key: keyArn } }],
  ["write `adopted.key` as the ARN of a KMS key", { adopted: { key: "0a1b" } }],
  ["write `adopted.userPool` as the id", { adopted: { userPool: "us-east-1_Abc" } }],
  ["write `adopted.table` as the name", { adopted: { table: "arn:aws:dynamodb" } }],
  [
    "write `adopted.mailIdentity.configurationSet` as the name",
    { adopted: { mailIdentity: { configurationSet: "arn:aws:ses" } } },
  ],
];

test.each(mistakes)("the synthesis says: %s, for %j", (sentence, mistake) => {
  const refuse = () => checked({ ...complete, ...mistake });
  expect(refuse).toThrow("environments.prod: write");
  expect(refuse).toThrow(sentence);
});

test.each([
  [{ smsDailycap: 5 }, "`smsDailycap` is not a setting: correct its name or remove it."],
  [{ mail: { ...mail, adress: "x" } }, "`mail.adress` is not a setting"],
  [{ price: { ...price, currency: "usd" } }, "`price.currency` is not a setting"],
  [
    { managedRuleVersions: { ...pinned, AWSManagedRulesAmazonIpReputationList: "Version_1.0" } },
    "`managedRuleVersions.AWSManagedRulesAmazonIpReputationList` is not a setting: correct its name or remove it.",
  ],
])("misspelt settings are refused by name: %j", (misspelt, sentence) => {
  expect(() => checked({ ...complete, ...misspelt })).toThrow(`environments.prod: ${sentence}`);
});
