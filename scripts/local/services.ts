import { randomBytes } from "node:crypto";
import { webhookEvents } from "#functions/billing/stripe/event-types.ts";
import { userPoolSettings } from "#infra/settings/user-pool.ts";
import { stripeWebhook } from "#shared/endpoints.ts";
import { createCognitoEmulator, type Triggers, type UserPoolSettings } from "./emulators/cognito/emulator.ts";
import { createDynamoDbProxy } from "./emulators/dynamodb/proxy.ts";
import { startDynamoDbLocal } from "./emulators/dynamodb/runner.ts";
import type { Emulator, ServiceName } from "./emulators/emulator.ts";
import { createKmsEmulator } from "./emulators/kms/emulator.ts";
import { createS3Emulator } from "./emulators/s3/emulator.ts";
import { createSecretsManagerEmulator } from "./emulators/secrets-manager/emulator.ts";
import { createSesEmulator } from "./emulators/ses/emulator.ts";
import { createStripeEmulator } from "./emulators/stripe/emulator.ts";
import type { DeliverWebhook } from "./emulators/stripe/webhooks.ts";
import { createTaxAgencyEmulator } from "./emulators/tax-agency/emulator.ts";
import { createVonageEmulator } from "./emulators/vonage/emulator.ts";
import type { Faults } from "./faults.ts";
import type { RunningServer } from "./http.ts";
import { identifiers, localPrice } from "./identifiers.ts";
import type { Inbox } from "./inbox.ts";
import type { Principals } from "./lambda/principals.ts";
import type { RequestLog } from "./request-log.ts";
import type { Scope } from "./scope.ts";
import { demoUser } from "./seed/demo-user.ts";
import { hostEmulator } from "./service-host.ts";
import { type KeyPair, newKeyPair, type Store } from "./store.ts";

export interface ServicesOptions {
  dataDirectory?: string;
  store: Store;
  principals: Principals;
  inbox: Inbox;
  faults: Faults;
  requests: RequestLog;
  /** A database in a DynamoDB Local that runs already, instead of one of its own. */
  dynamoDb?: { url: string; database: string };
  /** Instead of the deployed settings and of no triggers. */
  userPool?: { settings: UserPoolSettings; triggers: Triggers };
  /** Of the voice provider's application, instead of a pair of its own. */
  vonageKeys?: KeyPair;
  /** Origin of the site, where Stripe's events go; asked for at each of them. */
  siteUrl(): string;
  /** Instead of a request over the network. */
  deliverWebhook?: DeliverWebhook;
  /** Ends the services. */
  scope: Scope;
}

/** Starts every service that the functions and the browser talk to, each on a port of its own. */
export async function startServices(options: ServicesOptions) {
  const { store, principals, inbox, faults, requests, scope } = options;
  const dynamoDb = options.dynamoDb ?? scope.own(await startDynamoDbLocal(storageIn(options.dataDirectory)));
  const hosts = new Map<ServiceName, RunningServer>();
  const origin = (service: ServiceName): string => hosts.get(service)?.url ?? "";
  const { cognito, stripe, vonage, emulators } = createEmulators(options, dynamoDb, origin);
  const restored = store.restore({
    inbox: {
      snapshot: inbox.snapshot,
      restore: (saved) => inbox.restore(saved as ReturnType<Inbox["snapshot"]>),
    },
    ...Object.fromEntries(emulators.map((each) => [each.service, each])),
  });
  await Promise.all(
    emulators.map(async (each) =>
      hosts.set(
        each.service,
        await hostEmulator(each, { faults, requests, scope, onHandled: store.saveSoon }),
      ),
    ),
  );
  const { operator } = principals;

  return {
    cognito,
    stripe,
    vonage,
    restored,
    origin,
    /** `GET /__local/services`: addresses, names and the (fake) credentials of an operator. */
    describe: () => {
      const credentials = { accessKeyId: operator.accessKeyId, secretAccessKey: operator.secretAccessKey };
      const { region, tableName } = identifiers;
      return Object.fromEntries(
        emulators.map((each) => [
          each.service,
          {
            endpoint: origin(each.service),
            region,
            ...credentials,
            ...(each.service === "dynamodb" ? { tableName } : {}),
            ...each.describe(),
          },
        ]),
      );
    },
    reset: () => {
      for (const each of emulators) each.reset();
    },
  };
}
export type Services = Awaited<ReturnType<typeof startServices>>;

function createEmulators(
  { store, principals, inbox, userPool, siteUrl, deliverWebhook, scope, ...given }: ServicesOptions,
  dynamoDb: { url: string; database?: string },
  origin: (service: ServiceName) => string,
) {
  const { bucket, userExportBucket, vonageApplicationId } = identifiers;
  const common = { ...identifiers, clock: Date.now, findPrincipal: principals.find, deliver: inbox.deliver };
  const vonageAccount = {
    apiKey: identifiers.vonageApiKey,
    apiSecret: store.keep("vonage-api-secret", newApiSecret),
  };
  const vonageKeys = given.vonageKeys ?? store.keep("vonage-keys", newKeyPair);
  const vonageSecret = JSON.stringify({
    applicationId: vonageApplicationId,
    privateKey: vonageKeys.privateKey,
    ...vonageAccount,
  });
  const stripeKeys = store.keep("stripe-keys", newStripeKeys);
  const stripeSecret = JSON.stringify({
    secretKey: stripeKeys.secretKey,
    webhookSecrets: [stripeKeys.webhookSecret],
  });

  const unsubscribeKey = store.keep("unsubscribe-key", () => randomBytes(32).toString("hex"));

  const cognito = createCognitoEmulator({
    ...common,
    relyingPartyId: "localhost",
    ...(userPool ?? { settings: userPoolSettings, triggers: {} }),
  });
  const stripe = createStripeEmulator({
    clock: Date.now,
    ...stripeKeys,
    webhookEvents,
    webhookUrl: () => `${siteUrl()}${stripeWebhook.path}`,
    hostedOrigin: () => origin("stripe"),
    prices: [formerPrice, standardPrice],
    registrationNumber: identifiers.registrationNumber,
    scope,
    ...(deliverWebhook ? { deliverWebhook } : {}),
  });
  const vonage = createVonageEmulator({
    ...common,
    applicationId: vonageApplicationId,
    publicKeyPem: vonageKeys.publicKey,
    privateKeyPem: vonageKeys.privateKey,
    account: vonageAccount,
    scope,
  });
  const emulators: readonly Emulator[] = [
    cognito,
    createDynamoDbProxy({ ...common, target: dynamoDb.url, database: dynamoDb.database ?? "local" }),
    createS3Emulator({ ...common, buckets: [bucket, userExportBucket] }),
    createSesEmulator({ ...common, verifiedIdentities: [identifiers.mailIdentity] }),
    createKmsEmulator({ ...common, alias: identifiers.keyAlias }),
    createSecretsManagerEmulator({
      ...common,
      secrets: {
        [identifiers.vonageSecretName]: vonageSecret,
        [identifiers.stripeSecretName]: stripeSecret,
        [identifiers.canarySecretName]: JSON.stringify({
          loginId: demoUser.userName,
          password: demoUser.password,
        }),
        [identifiers.unsubscribeSecretName]: JSON.stringify({ key: unsubscribeKey }),
      },
    }),
    vonage,
    stripe,
    createTaxAgencyEmulator({ applicationId: identifiers.taxAgencyApplicationId }),
  ];
  return { cognito, stripe, vonage, emulators };
}

const storageIn = (directory: string | undefined) =>
  directory === undefined ? {} : { dataDir: `${directory}/dynamodb` };

const standardPrice = {
  id: identifiers.stripePriceId,
  product: { id: "prod_localStandard", name: "電話連携プラグイン スタンダードプラン" },
  unitAmount: localPrice.amountYen,
  interval: localPrice.interval,
} as const;

const formerPrice = { ...standardPrice, id: identifiers.formerStripePriceId, unitAmount: 9_900 } as const;

const newStripeKeys = () => ({
  secretKey: `sk_test_${randomBytes(24).toString("hex")}`,
  webhookSecret: `whsec_${randomBytes(24).toString("hex")}`,
});

const newApiSecret = (): string => `Aa1${randomBytes(8).toString("hex")}`;
