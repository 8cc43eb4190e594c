/** The settings of an environment, each with its rule. `infra/config.ts` has the values. */
import * as z from "zod/mini";
import { hasValidCheckDigit } from "#shared/rules.ts";
import { adopted, portalsKey, portalsPool } from "./environment/adopted.ts";
import { backups } from "./environment/backups.ts";
import { domain, mail, relyingPartyIn } from "./environment/domain.ts";
import { codeMails, deletions, traffic } from "./environment/limits.ts";
import { percentage, region, text, wholeNumber } from "./environment/rules.ts";

export { type Domain, type HostedZone, type Mail, zoneOf } from "./environment/domain.ts";
export type { Traffic } from "./environment/limits.ts";

export const environmentNames = ["dev", "stg", "prod"] as const;
export type Name = (typeof environmentNames)[number];

const addresses = 'the two fixed IPv4 addresses that the plugin calls from, ["192.0.2.1", "192.0.2.2"]';
const lines = 'the lines of the seller\'s address, ["東京都千代田区...", "電話 03-..."]';
const page = z.url({ protocol: /^https$/, error: "an address with https" });

/** Required in stg and prod. */
const outsideDev = {
  /** Without it Cognito sends 50 mails a day, and ours stay in the outbox. */
  mail,
  /** The seller, at the foot of every screen. */
  company: z.strictObject(
    {
      name: text(/./, "the name of the seller"),
      termsUrl: page,
      privacyUrl: page,
      commercialTransactionsUrl: page,
      contactUrl: page,
      /** A page about the plugin, which the sign-up links to. */
      productUrl: z.optional(page),
    },
    "{ name, termsUrl, privacyUrl, commercialTransactionsUrl, contactUrl, productUrl (optional) }, each address with https",
  ),
  /** The lines below the seller's name on quotes and receipts and in the signature of every mail: address, phone. */
  sellerLines: z.array(text(/./, lines), lines).check(z.minLength(1, lines)),
  /** Id of that price in Stripe, `price_...`. Without it nobody can upgrade. */
  stripePriceId: text(/^price_\w+$/, "the id (price_...) of the standard plan's price at Stripe"),
  /** The two fixed IPv4 addresses that the plugin calls from, for customers' firewalls. */
  pluginAddresses: z.array(z.ipv4(addresses), addresses).check(z.length(2, addresses)),
  /** Receives every alarm and budget notification; without it there are no alarms. */
  alarmEmail: z.email("the e-mail address of whoever operates the portal"),
};

const registration =
  "the National Tax Agency gave it to the seller, T and 13 digits, the first of them a check digit";

/** Required in prod. */
const inProd = {
  /** Twelve digits. A deployment to any other account is refused. */
  account: text(/^\d{12}$/, "twelve digits"),
  /**
   * The seller's registration number for qualified invoices (適格請求書), `T` and 13 digits. `npm run setup:stripe` has
   * Stripe print it on every invoice.
   */
  registrationNumber: text(/^T\d{13}$/, registration).check(
    z.refine((number) => hasValidCheckDigit(number.slice(1)), registration),
  ),
  /** Cognito's protection against risky sign-ins; needs the plan `plus`. */
  threatProtection: z.enum(["off", "audit", "enforced"], "off, audit or enforced"),
};

const ruleGroupVersion = z.optional(
  text(/^Version_\d+\.\d+$/, "a version that AWS lists, such as Version_1.20, or leave it out"),
);
/** The rule groups with versions; `AWSManagedRulesAmazonIpReputationList` has none. */
const managedRuleVersions = z.strictObject({
  AWSManagedRulesCommonRuleSet: ruleGroupVersion,
  AWSManagedRulesKnownBadInputsRuleSet: ruleGroupVersion,
});
export type ManagedRuleVersions = z.infer<typeof managedRuleVersions>;

const trailLog = "the name of the log group of the account's trail in CloudWatch";

const settings = z.strictObject({
  ...z.partial(z.strictObject({ ...outsideDev, ...inProd })).shape,
  name: z.enum(environmentNames),
  region,
  /** Without it the site has CloudFront's domain name, with TLS 1.0 and without passkeys. */
  domain: z.optional(domain),
  /** Application id from the National Tax Agency. Without it only the check digit of a corporate number is verified. */
  taxAgencyApplicationId: z.optional(text(/./, "the Tax Agency gave it, or leave it out")),
  /** SMS codes of the whole portal in a day: limits the cost of an attack. */
  smsDailyCap: wholeNumber(),
  /** SMS codes for one IP address in an hour. An office shares one. */
  smsAddressHourlyCap: wholeNumber(),
  /**
   * Also receives every alarm: the HTTPS endpoint of an on-call service or a chat, which confirms the subscription
   * itself.
   */
  alarmUrl: z.optional(z.url({ protocol: /^https$/, error: "an address with https, or leave it out" })),
  codeMails,
  deletions,
  /** Mails with login IDs that the portal sends in an hour. Beyond it they wait: anybody may ask, for any address. */
  loginIdMailsPerHour: wholeNumber(),
  /**
   * Percent of SES's rate and of its quota for 24 hours at which announcements wait; other mail counts too. The rest is
   * reserved for urgent mail.
   */
  announcementMailPercent: percentage(1, 90),
  /** Price of the standard plan on the site. Must equal Stripe's price. prod has to name its own. */
  price: z.strictObject({
    /** Tax included. */
    amountYen: wholeNumber(),
    interval: z.enum(["month", "year"], "month or year"),
    taxRatePercent: percentage(0, 100),
  }),
  /** The length of the trial, as the site shows it (30日間). Nothing ends by it. */
  trialPeriod: z.optional(text(/./, "words such as 30日間, or leave it out")),
  /** Days that a customer has to pay an invoice. */
  invoiceDaysUntilDue: wholeNumber(),
  traffic,
  /** AWS WAF in front of CloudFront and the user pool, 18 USD a month. Only dev can do without. */
  firewall: z.boolean("true or false"),
  /**
   * The action of AWS's rules at CloudFront's firewall. `count` is for the first days of a site, or while they block
   * customers. AWS changes the rules, and announces it by an SNS topic.
   */
  managedRules: z.enum(["block", "count"], "block or count"),
  /**
   * Versions of AWS's rules instead of its default ones, which AWS moves. From the day on which a version expires AWS
   * refuses every change of the firewall, until the setting names another one or none. Alarms ring 30 days before.
   */
  managedRuleVersions: z.optional(managedRuleVersions),
  /**
   * Reserved concurrency of each function whose provider bills us. Lambda takes it from the account's quota and keeps
   * 100 for the other functions; the quota of a new account is too small.
   */
  costlyConcurrency: z.optional(wholeNumber()),
  /** Budget of the whole AWS account: AWS mails at 80 %, and when the forecast passes it. */
  monthlyBudgetUsd: wholeNumber(),
  /** Container of Google Tag Manager, `GTM-...`. Without it the site does not load its script. */
  tagManagerId: z.optional(text(/^GTM-[A-Z0-9]+$/, "the container's id, GTM-..., or leave it out")),
  /**
   * Feature plan of the user pool; passkeys need essentials or plus. USD per monthly active user: lite 0.0055,
   * essentials 0.015 (both free for the first 10,000), plus 0.02. https://aws.amazon.com/cognito/pricing/
   */
  featurePlan: z.enum(["lite", "essentials", "plus"], "lite, essentials or plus"),
  /**
   * `existing`: the template leaves out the user pool's attributes, and the pool keeps those that it has. For a pool
   * whose updates CloudFormation refuses, never for a new one:
   * docs/runbooks/next-deploy.md#invalid-attributedatatype-input.
   */
  userPoolSchema: z.optional(z.literal("existing", "existing, or leave it out")),
  /**
   * The traffic shift to a function's new version: all calls at once, or 10 % of them for five minutes first, while an
   * alarm can stop the deployment. `-c rollout=at-once` is for the deployment after a rollback
   * (docs/runbooks/rollback.md), and for a fix of what fails already (docs/operate.md#new-version-fails).
   */
  rollout: z.enum(["at-once", "gradual"], "at-once or gradual"),
  /** Origin of an emulated user pool for the browser; unset for AWS. */
  userPoolEndpoint: z.optional(
    text(
      /^https?:\/\/[^/\s;]+$/,
      "an origin without a path, or leave it out: AWS's own follows from `region`",
    ),
  ),
  /**
   * X-Ray traces of the functions. Lambda samples itself, one request a second and 5 % of the others, and has no
   * setting for it: on or off. 5 USD for a million traces.
   */
  tracing: z.boolean("true or false"),
  /**
   * A trail of CloudTrail's data events in this account: each call that reads or writes the table or an exported
   * account, kept for 400 days. 0.10 USD for 100,000 events. A trail in another account (docs/security.md) is better
   * and takes its place.
   */
  dataEvents: z.boolean("true or false"),
  /**
   * Version of the secret header that CloudFront sends to the API. Raise it to rotate: docs/runbooks/rotate-secrets.md.
   */
  originSecretVersion: wholeNumber(),
  /**
   * A copy of the table each night, kept for 35 days; with `copyTo`, the ARN of a vault in another account of the
   * organization or in another region, there too. docs/runbooks/restore.md. Without it there is point-in-time recovery
   * only.
   */
  backups: z.optional(backups),
  adopted: z.optional(adopted),
  /**
   * Alarms of the CIS benchmark on the whole account: root is used, a key is disabled, a trail or a policy is changed.
   * `trailLogGroup` is the CloudWatch log group, in `region`, of a trail of all regions. Only one environment of an
   * account needs them.
   */
  accountAlarms: z.optional(
    z.strictObject(
      {
        trailLogGroup: text(/^[\w./#-]{1,512}$/, trailLog),
      },
      `{ trailLogGroup }: ${trailLog}`,
    ),
  ),
});
export type Environment = z.infer<typeof settings>;
export type EnvironmentSettings = Omit<Environment, "name">;

/** The rules of an environment: stg and prod require more settings. */
export const rulesOf = (name: Name) =>
  z
    .strictObject({
      ...settings.shape,
      ...(name !== "dev" && { ...outsideDev, firewall: z.literal(true, "true; only dev can do without") }),
      ...(name === "prod" && inProd),
    })
    .check(
      z.refine<Environment>(
        ({ featurePlan, threatProtection = "off" }) => threatProtection === "off" || featurePlan === "plus",
        {
          path: ["featurePlan"],
          error: "plus, which `threatProtection` needs, or `threatProtection` as off",
        },
      ),
      z.refine<Environment>(({ adopted, mail }) => !adopted?.mailIdentity || mail !== undefined, {
        path: ["mail"],
        error: "{ name, address, identity }, which `adopted.mailIdentity` is about",
      }),
      z.refine<Environment>(({ adopted, region }) => adopted?.key?.includes(`:${region}:`) ?? true, {
        path: ["adopted", "key"],
        error: portalsKey,
      }),
      z.refine<Environment>(({ adopted, region }) => adopted?.userPool?.startsWith(`${region}_`) ?? true, {
        path: ["adopted", "userPool"],
        error: portalsPool,
      }),
      z.refine<Environment>(({ backups, region }) => backups?.keyReplicaRegion !== region, {
        path: ["backups", "keyReplicaRegion"],
        error: "another region than the portal's",
      }),
      z.refine<Environment>(({ adopted, backups }) => !(adopted?.key && backups?.keyReplicaRegion), {
        path: ["backups", "keyReplicaRegion"],
        error: "undefined: `adopted.key` keeps the replicas that it has",
      }),
      z.refine<Environment>(({ adopted, backups }) => !(adopted?.backupVault && backups?.lock), {
        path: ["backups", "lock"],
        error: "undefined: `adopted.backupVault` keeps a lock of its own",
      }),
    );

/** The codes in an hour that sign-ups may use. */
export const signUpMailsPerHour = ({
  codeMails: { perHour, percentForAccounts },
}: EnvironmentSettings): number => Math.floor((perHour * (100 - percentForAccounts)) / 100);

/** The passkeys' relying party. Undefined without passkeys, which need a domain, and the plan essentials or plus. */
export const relyingPartyOf = ({ domain, featurePlan }: EnvironmentSettings): string | undefined =>
  domain !== undefined && featurePlan !== "lite" ? relyingPartyIn(domain) : undefined;

export const hasPasskeys = (environment: EnvironmentSettings): boolean =>
  relyingPartyOf(environment) !== undefined;

/** The site's other origins, from which browsers may use the relying party's passkeys. */
export function relatedOrigins(environment: EnvironmentSettings): string[] {
  const relyingParty = relyingPartyOf(environment);
  if (relyingParty === undefined) return [];
  const others = (environment.domain?.names ?? []).filter((name) => name !== relyingParty);
  return others.map((name) => `https://${name}`);
}
