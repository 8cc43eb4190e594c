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
const { price } = complete;
const keyArn = "arn:aws:kms:ap-northeast-1:123456789012:key";
const company = {
  name: "x",
  termsUrl: "/terms",
  privacyUrl: "",
  commercialTransactionsUrl: "",
  contactUrl: "",
};
const mistakes: [string, Partial<Environment>, string][] = [
  ["no firewall outside dev", { firewall: false }, "write `firewall` as true; only dev can do without."],
  ["an account that is none", { account: "1234" }, "write `account` as twelve digits."],
  ["a registration number without T", { registrationNumber: "7000012050002" }, "write `registrationNumber`"],
  ["one with a wrong check digit", { registrationNumber: "T8000012050002" }, "write `registrationNumber`"],
  ["a region that is none", { region: "tokyo" }, "write `region` as an AWS region"],
  ["a sender that is no address", { mail: { ...mail, address: "no-reply" } }, "write `mail.address`"],
  [
    "another's identity",
    { mail: { ...mail, identity: "example.com" } },
    "write `mail.identity` as the verified",
  ],
  [
    "an identity that only ends alike",
    { mail: { ...mail, identity: "ple.jp" } },
    "write `mail.identity` as the",
  ],
  ["threat protection without its plan", { featurePlan: "essentials" }, "write `featurePlan` as plus"],
  ["no budget", { monthlyBudgetUsd: 0 }, "write `monthlyBudgetUsd` as a whole number above 0."],
  ["a price that is none of Stripe's", { stripePriceId: "11000" }, "write `stripePriceId` as the id"],
  ["an invoice due at once", { invoiceDaysUntilDue: 0 }, "write `invoiceDaysUntilDue` as a whole number"],
  ["terms that cannot be opened", { company }, "write `company.termsUrl` as an address with https."],
  ["one address too few", { pluginAddresses: ["192.0.2.1"] }, "write `pluginAddresses` as the two fixed"],
  ["no address at all", { pluginAddresses: ["a", "b"] }, "write `pluginAddresses` as the two fixed"],
  ["no SMS at all", { smsDailyCap: 0 }, "write `smsDailyCap` as a whole number above 0."],
  ["no code", { codeMails: { perHour: 0, percentForAccounts: 20 } }, "write `codeMails.perHour` as a whole"],
  [
    "no code for a sign-up",
    { codeMails: { perHour: 500, percentForAccounts: 100 } },
    "write `codeMails.percentForAccounts` as a whole percentage from 0 to 90.",
  ],
  ["nothing left for codes", { announcementMailPercent: 91 }, "write `announcementMailPercent` as a whole"],
  ["half an SMS", { smsDailyCap: 1.5 }, "write `smsDailyCap` as a whole number above 0."],
  ["a price of nothing", { price: { ...price, amountYen: 0 } }, "write `price.amountYen` as a whole number"],
  ["half a yen", { price: { ...price, amountYen: 0.5 } }, "write `price.amountYen` as a whole number"],
  ["a tax above all", { price: { ...price, taxRatePercent: 101 } }, "write `price.taxRatePercent`"],
  ["no request at all", { traffic: { ...complete.traffic, perSecond: 0 } }, "write `traffic.perSecond` as a"],
  [
    "a limit that the firewall does not know",
    { traffic: { ...complete.traffic, verifyPerAddress: 5 } },
    "write `traffic.verifyPerAddress` as a whole number from 10 on.",
  ],
  [
    "a limit that the user pool's firewall does not know",
    { traffic: { ...complete.traffic, signInPerAddress: 9 } },
    "write `traffic.signInPerAddress` as a whole number from 10 on.",
  ],
  ["a share of nothing", { costlyConcurrency: 0 }, "write `costlyConcurrency` as a whole number above 0."],
  ["a mailbox that is none", { alarmEmail: "operations" }, "write `alarmEmail` as the e-mail address"],
  ["a measurement id", { tagManagerId: "G-123" }, "write `tagManagerId` as the container's id, GTM-..."],
  ["a pool with a path", { userPoolEndpoint: "http://x/y" }, "write `userPoolEndpoint` as an origin"],
  ["no version", { originSecretVersion: 0 }, "write `originSecretVersion` as a whole number above 0."],
  ["an empty application id", { taxAgencyApplicationId: "" }, "write `taxAgencyApplicationId`"],
  [
    "a certificate from Tokyo",
    {
      domain: {
        names: ["portal.example.jp"],
        certificateArn: "arn:aws:acm:ap-northeast-1:123456789012:certificate/0a",
      },
    },
    "write `domain.certificateArn` as the ARN of a certificate in us-east-1",
  ],
  [
    "a domain without a certificate",
    { domain: { names: ["portal.example.jp"] } },
    "write `domain.certificateArn` as the ARN of a certificate, or add the zone of portal.example.jp to",
  ],
  [
    "a name outside its zone",
    { domain: { names: ["portal.example.com"], hostedZones: [{ id: "Z1", name: "example.jp" }] } },
    "write `domain.certificateArn` as the ARN of a certificate, or add the zone of portal.example.com to",
  ],
  [
    "a zone's name as its id",
    { domain: { names: ["portal.example.jp"], hostedZones: [{ id: "example.jp", name: "example.jp" }] } },
    "write `domain.hostedZones` as Route 53 shows them",
  ],
  [
    "a single zone",
    { domain: { names: ["portal.example.jp"], hostedZones: { id: "Z1", name: "example.jp" } as never } },
    "write `domain.hostedZones` as Route 53 shows them",
  ],
  ["a policy that is none", { mail: { ...mail, dmarc: "strict" as never } }, "write `mail.dmarc` as none"],
  [
    "a key of another region",
    { adopted: { key: `${keyArn}/1`.replace("-northeast-", "-south-") } },
    "write `adopted.key`",
  ],
  ["a key's id", { adopted: { key: "0a1b" } }, "write `adopted.key` as the ARN of a KMS key"],
  [
    "a pool of another region",
    { adopted: { userPool: "us-east-1_Abc" } },
    "write `adopted.userPool` as the id",
  ],
  ["a table's ARN", { adopted: { table: "arn:aws:dynamodb" } }, "write `adopted.table` as the name"],
  [
    "a configuration set's ARN",
    { adopted: { mailIdentity: { configurationSet: "arn:aws:ses" } } },
    "write `adopted.mailIdentity.configurationSet` as the name",
  ],
  [
    "an address as a domain",
    {
      domain: {
        names: ["https://portal.example.jp"],
        certificateArn: "arn:aws:acm:us-east-1:123456789012:certificate/0a",
      },
    },
    "write `domain.names` as a list of host names",
  ],
];

test.each(mistakes)("%s is refused with what to write", (_, mistake, sentence) => {
  expect(() => checked({ ...complete, ...mistake })).toThrow(
    expect.objectContaining({ message: expect.stringContaining(`environments.prod: ${sentence}`) }),
  );
});

test.each([
  [{ smsDailycap: 5 }, "`smsDailycap` is not a setting: correct its name or remove it."],
  [{ mail: { ...mail, adress: "x" } }, "`mail.adress` is not a setting"],
  [{ price: { ...price, currency: "usd" } }, "`price.currency` is not a setting"],
  [{ traffic: { ...complete.traffic, perHour: 1 } }, "`traffic.perHour` is not a setting"],
])("misspelt settings are refused by name: %j", (misspelt, sentence) => {
  expect(() => checked({ ...complete, ...misspelt })).toThrow(`environments.prod: ${sentence}`);
});
