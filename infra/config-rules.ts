/** The rules for the settings of an environment. Each has the sentence that says what to write. */
import * as z from "zod/mini";
import { hasValidCheckDigit } from "#shared/rules.ts";
import type { Price } from "#shared/site/site-config.ts";
import type { Environment } from "./environment.ts";
import { zoneOf } from "./settings/zones.ts";

/** One sentence for each mistake. */
export function settingErrors(environment: Environment): string[] {
  const result = z.safeParse(form, environment);
  // Comparisons between settings need each of them in its form.
  const ofEach = result.success
    ? [mailErrors, domainErrors, adoptedErrors, planErrors].flatMap((errorsIn) => errorsIn(environment))
    : result.error.issues.flatMap(sentencesOf);
  return [...ofEach, ...missing(environment)];
}

function sentencesOf(issue: z.core.$ZodIssue): string[] {
  if (issue.code !== "unrecognized_keys") return [issue.message];
  return issue.keys.map(
    (key) => `\`${[...issue.path, key].join(".")}\` is not a setting: correct its name or remove it.`,
  );
}

const text = (pattern: RegExp, sentence: string) => z.string().check(z.regex(pattern, sentence));

const aboveZero = (name: string) => {
  const sentence = `write \`${name}\` as a whole number above 0.`;
  return z.int(sentence).check(z.positive(sentence));
};

const atLeast = (least: number, name: string) => {
  const sentence = `write \`${name}\` as a whole number from ${least} on.`;
  return z.int(sentence).check(z.minimum(least, sentence));
};

/** Shown until an environment names its own price. */
export const placeholderPrice: Price = { amountYen: 11_000, interval: "month", taxRatePercent: 10 };
const priceMissing =
  "write `price: { amountYen, interval, taxRatePercent }` as Stripe charges it; the default is a placeholder.";

const yen = "write `price.amountYen` as a whole number of yen above 0.";
const percent = "write `price.taxRatePercent` as a whole percentage from 0 to 100.";
const accountMails = "write `codeMails.percentForAccounts` as a whole percentage from 0 to 90.";
const announcementMails = "write `announcementMailPercent` as a whole percentage from 1 to 90.";
const priceId = "write `stripePriceId` as the id of the standard plan's price at Stripe, price_...";
const registration =
  "write `registrationNumber` as the National Tax Agency gave it to the seller, T and 13 digits, the first of them a check digit.";
const days = "write `invoiceDaysUntilDue` as a whole number of days above 0.";
const addresses =
  'write `pluginAddresses` as the two fixed IPv4 addresses that the plugin calls from, ["192.0.2.1", "192.0.2.2"].';
const company =
  "write `company: { name, termsUrl, privacyUrl, commercialTransactionsUrl, contactUrl }`, each address with https.";
const page = z.url({ protocol: /^https$/, error: company });
const alarmEmail = "write `alarmEmail` as the e-mail address of whoever operates the portal.";
const mailMissing =
  "write `mail: { name, address, identity }`; without it Cognito sends 50 mails a day and we send none.";
const firewall = "write `firewall` as true; only dev can do without.";
const accountDigits = "write `account` as twelve digits.";
const threatProtectionMissing = "write `threatProtection` as off, audit or enforced.";
const zone =
  'write `domain.hostedZones` as Route 53 shows them: [{ id: "Z0123456789", name: "example.jp" }].';
const adoptedKey = "write `adopted.key` as the ARN of a KMS key in the portal's region.";
const adoptedPool = "write `adopted.userPool` as the id of a user pool in the portal's region, <region>_....";
const configurationSet =
  "write `adopted.mailIdentity.configurationSet` as the name of the identity's default configuration set in SES.";
const backupCopy = "write `backups.copyTo` as the ARN of a backup vault in another account, or leave it out.";
const dmarc = "write `mail.dmarc` as none, quarantine, reject or existing.";
const hostNames = 'write `domain.names` as a list of host names, the site\'s first: ["portal.example.jp"].';

const form = z.strictObject({
  name: z.enum(["dev", "stg", "prod"]),
  account: z.optional(text(/^\d{12}$/, accountDigits)),
  region: text(/^[a-z]{2}-[a-z]+-\d$/, "write `region` as an AWS region, e.g. ap-northeast-1."),
  mail: z.optional(
    z.strictObject({
      name: z.string(mailMissing),
      address: z.string(mailMissing),
      identity: z.string(mailMissing),
      dmarc: z.optional(z.enum(["none", "quarantine", "reject", "existing"], dmarc)),
    }),
  ),
  domain: z.optional(
    z.strictObject({
      names: z.array(text(/^([a-z0-9-]+\.)+[a-z]+$/, hostNames)).check(z.minLength(1, hostNames)),
      certificateArn: z.optional(
        text(
          /^arn:aws:acm:us-east-1:\d{12}:certificate\/.+$/,
          "write `domain.certificateArn` as the ARN of a certificate in us-east-1 (CloudFront takes no other).",
        ),
      ),
      hostedZones: z.optional(
        z.array(
          z.strictObject(
            { id: text(/^Z[A-Z0-9]+$/, zone), name: text(/^([a-z0-9-]+\.)+[a-z]+$/, zone) },
            zone,
          ),
          zone,
        ),
      ),
    }),
  ),
  taxAgencyApplicationId: z.optional(
    text(/./, "write `taxAgencyApplicationId` as the Tax Agency gave it, or leave it out."),
  ),
  smsAddressHourlyCap: aboveZero("smsAddressHourlyCap"),
  smsDailyCap: aboveZero("smsDailyCap"),
  codeMails: z.strictObject({
    perHour: aboveZero("codeMails.perHour"),
    percentForAccounts: z.int(accountMails).check(z.minimum(0, accountMails), z.maximum(90, accountMails)),
  }),
  announcementMailPercent: z
    .int(announcementMails)
    .check(z.minimum(1, announcementMails), z.maximum(90, announcementMails)),
  price: z.strictObject({
    amountYen: z.int(yen).check(z.positive(yen)),
    interval: z.enum(["month", "year"], "write `price.interval` as month or year."),
    taxRatePercent: z.int(percent).check(z.minimum(0, percent), z.maximum(100, percent)),
  }),
  stripePriceId: z.optional(text(/^price_\w+$/, priceId)),
  registrationNumber: z.optional(
    text(/^T\d{13}$/, registration).check(
      z.refine((number) => hasValidCheckDigit(number.slice(1)), registration),
    ),
  ),
  invoiceDaysUntilDue: z.int(days).check(z.positive(days)),
  company: z.optional(
    z.strictObject({
      name: text(/./, company),
      termsUrl: page,
      privacyUrl: page,
      commercialTransactionsUrl: page,
      contactUrl: page,
    }),
  ),
  pluginAddresses: z.optional(z.array(z.ipv4(addresses)).check(z.length(2, addresses))),
  traffic: z.strictObject({
    perSecond: aboveZero("traffic.perSecond"),
    burst: aboveZero("traffic.burst"),
    publicPerSecond: aboveZero("traffic.publicPerSecond"),
    // The least that AWS WAF accepts.
    perAddress: atLeast(10, "traffic.perAddress"),
    verifyPerAddress: atLeast(10, "traffic.verifyPerAddress"),
    webhookPerAddress: atLeast(10, "traffic.webhookPerAddress"),
    userPoolPerAddress: atLeast(10, "traffic.userPoolPerAddress"),
    signInPerAddress: atLeast(10, "traffic.signInPerAddress"),
  }),
  firewall: z.boolean(firewall),
  costlyConcurrency: z.optional(aboveZero("costlyConcurrency")),
  alarmEmail: z.optional(z.email(alarmEmail)),
  tagManagerId: z.optional(
    text(/^GTM-[A-Z0-9]+$/, "write `tagManagerId` as the container's id, GTM-..., or leave it out."),
  ),
  userPoolEndpoint: z.optional(
    text(
      /^https?:\/\/[^/\s;]+$/,
      "write `userPoolEndpoint` as an origin without a path, or leave it out: AWS's own follows from `region`.",
    ),
  ),
  featurePlan: z.enum(["lite", "essentials", "plus"], "write `featurePlan` as lite, essentials or plus."),
  rollout: z.enum(["at-once", "gradual"], "write `rollout` as at-once or gradual."),
  tracing: z.boolean("write `tracing` as true or false."),
  threatProtection: z.optional(z.enum(["off", "audit", "enforced"], threatProtectionMissing)),
  monthlyBudgetUsd: aboveZero("monthlyBudgetUsd"),
  originSecretVersion: aboveZero("originSecretVersion"),
  backups: z.optional(
    z.strictObject({
      copyTo: z.optional(text(/^arn:aws:backup:[a-z0-9-]+:\d{12}:backup-vault:.+$/, backupCopy)),
    }),
  ),
  adopted: z.optional(
    z.strictObject({
      table: z.optional(
        text(/^[\w.-]{3,255}$/, "write `adopted.table` as the name of a DynamoDB table, or leave it out."),
      ),
      key: z.optional(text(/^arn:aws:kms:[a-z0-9-]+:\d{12}:key\/[\w-]+$/, adoptedKey)),
      userPool: z.optional(text(/^[a-z0-9-]+_\w+$/, adoptedPool)),
      backupVault: z.optional(
        text(/^[\w-]{2,50}$/, "write `adopted.backupVault` as the name of an AWS Backup vault."),
      ),
      mailIdentity: z.optional(
        z.strictObject({ configurationSet: z.optional(text(/^[\w-]{1,64}$/, configurationSet)) }),
      ),
    }),
  ),
});

function missing(environment: Environment): string[] {
  const {
    name,
    account,
    mail,
    stripePriceId,
    pluginAddresses,
    alarmEmail: to,
    threatProtection,
  } = environment;
  const outsideDev: [unknown, string][] = [
    [mail, mailMissing],
    [environment.company, company],
    [stripePriceId, priceId],
    [pluginAddresses, addresses],
    [to, alarmEmail],
    [environment.firewall || undefined, firewall],
  ];
  const inProd: [unknown, string][] = [
    [account, accountDigits],
    [threatProtection, threatProtectionMissing],
    [environment.registrationNumber, registration],
    [environment.price === placeholderPrice ? undefined : environment.price, priceMissing],
  ];
  const needed = [...(name === "dev" ? [] : outsideDev), ...(name === "prod" ? inProd : [])];
  return needed.filter(([value]) => value === undefined).map(([, sentence]) => sentence);
}

function mailErrors({ mail }: Environment): string[] {
  if (!mail) return [];
  const [local, domain, ...rest] = mail.address.split("@");
  if (!local || !domain || rest.length > 0) return ["write `mail.address` as an e-mail address."];
  if (mail.identity === mail.address || `.${domain}`.endsWith(`.${mail.identity}`)) return [];
  return [
    `write \`mail.identity\` as the verified SES identity of the sender: "${domain}", a domain above it, or "${mail.address}".`,
  ];
}

function planErrors({ featurePlan, threatProtection }: Environment): string[] {
  const isOff = threatProtection === undefined || threatProtection === "off";
  if (isOff || featurePlan === "plus") return [];
  return ["write `featurePlan` as plus, which `threatProtection` needs, or `threatProtection` as off."];
}

function domainErrors({ domain }: Environment): string[] {
  if (!domain || domain.certificateArn) return [];
  const outside = domain.names.filter((name) => !zoneOf(name, domain));
  if (outside.length === 0) return [];
  return [
    `write \`domain.certificateArn\`, or add the zone of ${outside.join(", ")} to \`domain.hostedZones\` to have a certificate made.`,
  ];
}

function adoptedErrors({ adopted, region, mail }: Environment): string[] {
  return [
    adopted?.mailIdentity && !mail ? "write `mail`, which `adopted.mailIdentity` is about." : "",
    adopted?.key && !adopted.key.includes(`:${region}:`) ? adoptedKey : "",
    adopted?.userPool && !adopted.userPool.startsWith(`${region}_`) ? adoptedPool : "",
  ].filter((sentence) => sentence !== "");
}
