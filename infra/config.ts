/** The settings of each environment, one typed object each. What is wrong or missing stops the synthesis. */
import * as z from "zod/mini";
import type { Price } from "../shared/site-config.ts";

const names = ["dev", "stg", "prod"] as const;
type Name = (typeof names)[number];

export interface Mail {
  /** Who our mail is from. */
  name: string;
  address: string;
  /** The identity verified in SES that may send as `address`: its domain, or the address itself. */
  identity: string;
}

export interface Domain {
  name: string;
  /** ACM certificate of that name. CloudFront takes it from us-east-1 only. */
  certificateArn: string;
}

export interface EnvironmentSettings {
  /** Twelve digits. Given, a deployment to any other account is refused. */
  account?: string;
  region: string;
  /** Without it Cognito sends its own mail (50 a day) and ours waits in the outbox: enough for dev only. */
  mail?: Mail;
  /** Without it the site is at CloudFront's own name, where TLS 1.0 cannot be refused. */
  domain?: Domain;
  /** Application id from the National Tax Agency; without it only a corporate number's check digit is checked. */
  taxAgencyApplicationId?: string;
  /** SMS codes that the whole portal may send in a day: the ceiling on what an attack can cost. */
  smsDailyCap: number;
  /** The most codes that one address may ask for in an hour: an office shares one. */
  smsAddressHourlyCap: number;
  /** Of the standard plan, as the site shows it: the same as Stripe's price. */
  price: Price;
  /** Stripe's id of that price, `price_...`. Without it nobody can upgrade: enough for dev only. */
  stripePriceId?: string;
  /** Days that a customer has to pay an invoice. */
  invoiceDaysUntilDue: number;
}

export interface Environment extends EnvironmentSettings {
  name: Name;
}

const price: Price = { amountYen: 11_000, interval: "month", taxRatePercent: 10 };

const environments: Record<Name, EnvironmentSettings> = {
  dev: { region: "ap-northeast-1", smsDailyCap: 50, smsAddressHourlyCap: 10, price, invoiceDaysUntilDue: 30 },
  stg: { region: "ap-northeast-1", smsDailyCap: 50, smsAddressHourlyCap: 10, price, invoiceDaysUntilDue: 30 },
  prod: {
    region: "ap-northeast-1",
    smsDailyCap: 500,
    smsAddressHourlyCap: 10,
    price,
    invoiceDaysUntilDue: 30,
  },
};

/** Says in one sentence per mistake what to write where. */
export class SettingsError extends Error {}

/** The settings of the environment that `-c env=` names; dev when it names none. */
export function environmentNamed(name: unknown = "dev"): Environment {
  const known = names.find((candidate) => candidate === name);
  if (known === undefined) {
    throw new SettingsError(`There is no environment "${name}": write -c env=dev, stg or prod.`);
  }
  return checked({ name: known, ...environments[known] });
}

/** The same settings, when nothing is wrong with them. */
export function checked(environment: Environment): Environment {
  const mistakes = [
    ...mistakesOfForm(environment),
    ...mistakesOfMail(environment),
    ...mistakesOfPrice(environment),
  ];
  if (mistakes.length === 0) return environment;
  const where = `infra/config.ts, environments.${environment.name}`;
  throw new SettingsError(mistakes.map((mistake) => `${where}: ${mistake}`).join("\n"));
}

const yen = "write `price.amountYen` as a whole number of yen above 0.";
const percent = "write `price.taxRatePercent` as a percentage from 0 to 100.";
const priceId = "write `stripePriceId` as the id of the standard plan's price at Stripe, price_...";
const days = "write `invoiceDaysUntilDue` as a whole number of days above 0.";
const hourlyNumber = "write `smsAddressHourlyCap` as a whole number above 0.";
const wholeNumber = "write `smsDailyCap` as a whole number above 0.";

const form = z.object({
  account: z.optional(z.string().check(z.regex(/^\d{12}$/, "write `account` as twelve digits."))),
  region: z
    .string()
    .check(z.regex(/^[a-z]{2}-[a-z]+-\d$/, "write `region` as an AWS region, e.g. ap-northeast-1.")),
  domain: z.optional(
    z.object({
      name: z
        .string()
        .check(
          z.regex(/^([a-z0-9-]+\.)+[a-z]+$/, "write `domain.name` as a host name, e.g. portal.example.jp."),
        ),
      certificateArn: z
        .string()
        .check(
          z.regex(
            /^arn:aws:acm:us-east-1:\d{12}:certificate\/.+$/,
            "write `domain.certificateArn` as the ARN of a certificate in us-east-1 (CloudFront takes no other).",
          ),
        ),
    }),
  ),
  taxAgencyApplicationId: z.optional(
    z
      .string()
      .check(z.minLength(1, "write `taxAgencyApplicationId` as the Tax Agency gave it, or leave it out.")),
  ),
  smsAddressHourlyCap: z.int(hourlyNumber).check(z.positive(hourlyNumber)),
  smsDailyCap: z.int(wholeNumber).check(z.positive(wholeNumber)),
  price: z.object({
    amountYen: z.int(yen).check(z.positive(yen)),
    interval: z.enum(["month", "year"], "write `price.interval` as month or year."),
    taxRatePercent: z.number(percent).check(z.minimum(0, percent), z.maximum(100, percent)),
  }),
  stripePriceId: z.optional(z.string().check(z.regex(/^price_\w+$/, priceId))),
  invoiceDaysUntilDue: z.int(days).check(z.positive(days)),
});

function mistakesOfForm(environment: Environment): string[] {
  const result = z.safeParse(form, environment);
  return result.success ? [] : result.error.issues.map((issue) => issue.message);
}

const mistakesOfPrice = ({ name, stripePriceId }: Environment): string[] =>
  name === "dev" || stripePriceId !== undefined ? [] : [priceId];

function mistakesOfMail({ name, mail }: Environment): string[] {
  if (!mail) {
    return name === "dev"
      ? []
      : [
          "write `mail: { name, address, identity }`; without it Cognito sends 50 mails a day and we send none.",
        ];
  }
  const [local, domain, ...rest] = mail.address.split("@");
  if (!local || !domain || rest.length > 0) return ["write `mail.address` as an e-mail address."];
  if (mail.identity === domain || mail.identity === mail.address) return [];
  return [`write \`mail.identity\` as what SES verified for the sender: "${domain}" or "${mail.address}".`];
}
