/** Settings as a test changes them: those of dev, and complete ones for prod. */
import { settingsOf } from "#infra/config.ts";
import type { Environment } from "#infra/environment.ts";

export const dev = settingsOf("dev");

export const complete: Environment = {
  ...dev,
  name: "prod",
  account: "123456789012",
  mail: { name: "電話連携プラグイン", address: "no-reply@example.jp", identity: "example.jp" },
  domain: {
    names: ["portal.example.jp", "portal.example.com"],
    certificateArn: "arn:aws:acm:us-east-1:123456789012:certificate/0a1b2c3d",
    hostedZones: [{ id: "Z0123456789", name: "example.jp" }],
  },
  taxAgencyApplicationId: "K0000000000",
  stripePriceId: "price_1Standard",
  price: { amountYen: 11_000, interval: "month", taxRatePercent: 10 },
  registrationNumber: "T7000012050002",
  company: {
    name: "株式会社サンプル電話",
    termsUrl: "https://www.example.jp/terms",
    privacyUrl: "https://www.example.jp/privacy",
    commercialTransactionsUrl: "https://www.example.jp/tokusho",
    contactUrl: "https://www.example.jp/contact",
    productUrl: "https://www.example.jp/telephony",
  },
  sellerLines: ["東京都千代田区千代田1-1", "電話 03-0000-0000"],
  trialPeriod: "30日間",
  pluginAddresses: ["192.0.2.1", "192.0.2.2"],
  alarmEmail: "operations@example.jp",
  costlyConcurrency: 20,
  tagManagerId: "GTM-EXAMPLE",
  firewall: true,
  rollout: "gradual",
  backups: {},
  featurePlan: "plus",
  threatProtection: "enforced",
};

/** The DNS is elsewhere: certificate and identity are adopted. The sender's domain is below the identity's. */
export const withoutZones: Environment = {
  ...complete,
  mail: { name: "x", address: "no-reply@portal.example.jp", identity: "example.jp" },
  domain: {
    names: ["portal.example.jp"],
    certificateArn: "arn:aws:acm:us-east-1:123456789012:certificate/1",
  },
  adopted: { mailIdentity: { configurationSet: "theirs" } },
};

/** Of what the others leave as it is. */
export const unusual: Environment = {
  ...dev,
  tracing: false,
  originSecretVersion: 2,
  userPoolEndpoint: "http://localhost:4566",
};
