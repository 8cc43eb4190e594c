import { resolveNs } from "node:dns/promises";
import { readFileSync } from "node:fs";
import { beforeEach, expect, test, vi } from "vitest";
import { webhookEvents } from "#functions/billing/stripe/event-types.ts";
import * as config from "#infra/config.ts";
import type { Environment } from "#infra/environment.ts";
import { capacityLimits, neededBy } from "#infra/limits.ts";
import { copiesKeyDescription } from "#infra/settings/names.ts";
import { runChecks } from "#scripts/operator/deployment/check.ts";
import { preflight, rounded } from "#scripts/operator/deployment/preflight.ts";
import { complete, dev } from "#test/infra/support/settings.ts";
import { callerIdentity } from "#test/scripts/support/local-services.ts";
import { type Answers, Refusal, serveAnswers } from "./support.ts";

const distributions = (count: number) =>
  `<DistributionList><Marker/><MaxItems>1</MaxItems><IsTruncated>false</IsTruncated><Quantity>${count}</Quantity></DistributionList>`;
const price = {
  id: "price_1",
  object: "price",
  active: true,
  currency: "jpy",
  unit_amount: 11_000,
  recurring: { interval: "month", interval_count: 1 },
  tax_behavior: "inclusive",
};
const endpoint = {
  object: "webhook_endpoint",
  status: "enabled",
  url: "https://portal.example.jp/api/stripe/webhook",
  enabled_events: [...webhookEvents],
};
const certificate = (Status: string) => ({
  Certificate: { Status, SubjectAlternativeNames: ["*.example.jp"] },
});
const quota = (ConcurrentExecutions: number) => ({ AccountLimit: { ConcurrentExecutions } });
const halfEndpoint = { ...endpoint, enabled_events: ["invoice.paid"] };
const list = (...data: object[]) => ({ object: "list", data, has_more: false });
const sellerWith = (...taxIds: string[]) => ({
  id: "acct_1",
  settings: { invoices: { default_account_tax_ids: taxIds } },
});
const identity = callerIdentity("arn:aws:iam::123456789012:user/taro").replace(
  "<Arn>",
  "<Account>123456789012</Account><Arn>",
);
/** Type and physical id of what the environment's stacks hold. */
let held: [type: string, id: string][];
const stackResources = (resources: typeof held) => {
  const members = resources.map(
    ([type, id]) =>
      `<member><ResourceType>${type}</ResourceType><PhysicalResourceId>${id}</PhysicalResourceId></member>`,
  );
  return `<ListStackResourcesResponse><ListStackResourcesResult><StackResourceSummaries>${members.join("")}</StackResourceSummaries></ListStackResourcesResult></ListStackResourcesResponse>`;
};
/** The region in the stack of us-east-1: `none` before the stack said it, undefined without a stack. */
let edgeOf: string | undefined;
const edgeStack = () => {
  const missing =
    "<Code>ValidationError</Code><Message>Stack with id Portal-prod-Edge does not exist</Message>";
  if (edgeOf === undefined)
    return new Refusal(`<ErrorResponse><Error><Type>Sender</Type>${missing}</Error></ErrorResponse>`);
  const output = `<member><OutputKey>PortalRegion</OutputKey><OutputValue>${edgeOf}</OutputValue></member>`;
  return `<DescribeStacksResponse><DescribeStacksResult><Stacks><member><StackStatus>UPDATE_COMPLETE</StackStatus><Outputs>${edgeOf === "none" ? "" : output}</Outputs></member></Stacks></DescribeStacksResult></DescribeStacksResponse>`;
};
/** The calls whose answers differ between the tests. */
const calls = {
  tags: "ResourceGroupsTaggingAPI_20170126.GetResources",
  concurrency: "GET /2016-08-19/account-settings",
  distributions: "GET /2020-05-31/distribution",
  ses: "GET /v2/email/account",
  identity: "GET /v2/email/identities/example.jp",
  configurationSet: "GET /v2/email/configuration-sets/Portal-prod",
  certificate: "CertificateManager.DescribeCertificate",
  price: "GET /v1/prices/price_1",
  taxIds: "GET /v1/tax_ids",
  account: "GET /v1/account",
  webhooks: "GET /v1/webhook_endpoints",
  vonage: "GET /v2/applications/app",
  taxAgency: "GET /4/num",
  zone: "GET /2013-04-01/hostedzone/Z1",
  records: "GET /2013-04-01/hostedzone/Z1/rrset",
  table: "DynamoDB_20120810.DescribeTable",
  key: "TrentService.DescribeKey",
  pool: "AWSCognitoIdentityProviderService.DescribeUserPool",
  mfa: "AWSCognitoIdentityProviderService.GetUserPoolMfaConfig",
  scan: "DynamoDB_20120810.Scan",
} as const;
const topicArn = "arn:aws:sns:ap-northeast-1:123456789012:Alarms";
/** Endpoint and ARN of the topic's subscriptions. */
let subscribed: [endpoint: string, arn: string][];
let wasAuthenticated: boolean;
const queries: Record<string, () => unknown> = {
  ListStackResources: () => stackResources(held),
  DescribeStacks: edgeStack,
  ListSubscriptionsByTopic: () => {
    const members = subscribed.map(
      ([endpoint, arn]) =>
        `<member><Endpoint>${endpoint}</Endpoint><SubscriptionArn>${arn}</SubscriptionArn></member>`,
    );
    return `<ListSubscriptionsByTopicResponse><ListSubscriptionsByTopicResult><Subscriptions>${members.join("")}</Subscriptions></ListSubscriptionsByTopicResult></ListSubscriptionsByTopicResponse>`;
  },
  GetSubscriptionAttributes: () =>
    `<GetSubscriptionAttributesResponse><GetSubscriptionAttributesResult><Attributes><entry><key>ConfirmationWasAuthenticated</key><value>${wasAuthenticated}</value></entry></Attributes></GetSubscriptionAttributesResult></GetSubscriptionAttributesResponse>`,
};
const ready: Answers = {
  "POST /": ({ Action }: Record<string, unknown>) => queries[String(Action)]?.() ?? identity,
  [calls.tags]: { ResourceTagMappingList: [] },
  [calls.concurrency]: quota(1000),
  [calls.distributions]: distributions(1),
  [calls.mfa]: { WebAuthnConfiguration: { RelyingPartyId: "portal.example.jp" } },
  [calls.ses]: { ProductionAccessEnabled: true, SendQuota: { Max24HourSend: 50_000 } },
  [calls.identity]: { VerifiedForSendingStatus: true },
  [calls.certificate]: certificate("ISSUED"),
  [calls.price]: price,
  [calls.taxIds]: list({ id: "txi_1", type: "jp_trn", value: "T7000012050002" }),
  [calls.account]: sellerWith("txi_1"),
  [calls.webhooks]: list(endpoint),
  [calls.vonage]: { id: "app", name: "portal", capabilities: { verify: {} } },
  [calls.taxAgency]:
    "<corporations><corporation><name>国税庁</name><prefectureName>東京都</prefectureName></corporation></corporations>",
};
const certificateArn = "arn:aws:acm:us-east-1:123456789012:certificate/1";
const environment: Environment = {
  ...complete,
  stripePriceId: "price_1",
  domain: { names: ["portal.example.jp"], certificateArn },
};

vi.mock("node:dns/promises", async (original) => ({
  ...(await original<typeof import("node:dns/promises")>()),
  resolveNs: vi.fn(),
}));

let answers: Answers;
let settings: Environment;
const service = await serveAnswers(() => answers);
beforeEach(() => {
  answers = { ...ready };
  held = [];
  subscribed = [];
  wasAuthenticated = true;
  edgeOf = "ap-northeast-1";
  settings = environment;
  vi.mocked(resolveNs).mockResolvedValue(["ns-1.example.net"]);
  vi.spyOn(config, "settingsOf").mockImplementation(() => settings);
  vi.stubEnv("TAX_AGENCY_URL", service.origin);
});

const providers = () => ({
  STRIPE_SECRET_KEY: "sk_live_x",
  STRIPE_API_URL: service.origin,
  VONAGE_APPLICATION_ID: "app",
  VONAGE_KEY: "a1b2c3d4",
  VONAGE_SECRET: "s",
  VONAGE_API_URL: service.origin,
});

async function run(env: NodeJS.ProcessEnv = providers(), ...options: string[]) {
  const print = vi.spyOn(console, "log").mockImplementation(() => undefined);
  print.mockClear();
  const isReady = await preflight(["-c", "env=prod", ...options], env);
  const lines = print.mock.calls.flat().map(String);
  return {
    isReady,
    line: (title: string) => lines.find((each) => each.includes(`  ${title}:`)) ?? "",
    lines,
  };
}

test("everything is ready, and nothing was written", async () => {
  const { isReady, lines } = await run();
  expect(lines.filter((line) => !line.startsWith("ok"))).toEqual([]);
  expect(lines).toHaveLength(17);
  expect(isReady).toBe(true);
  const writes = service.received.filter(({ call }) => /^(PUT|DELETE|PATCH)|^POST \/./.test(call));
  expect(writes).toEqual([]);
});

const zoned: Partial<Environment> = {
  domain: { names: ["portal.example.jp"], hostedZones: [{ id: "Z1", name: "example.jp" }] },
};
const zone = (more = "", name = "example.jp.") =>
  `<GetHostedZoneResponse><HostedZone><Id>/hostedzone/Z1</Id><Name>${name}</Name>${more}</HostedZone><DelegationSet><NameServers><NameServer>ns-1.example.net</NameServer><NameServer>ns-2.example.net</NameServer></NameServers></DelegationSet></GetHostedZoneResponse>`;
const record = (name: string, type: string) =>
  `<ListResourceRecordSetsResponse><ResourceRecordSets><ResourceRecordSet><Name>${name}.</Name><Type>${type}</Type></ResourceRecordSet></ResourceRecordSets><IsTruncated>false</IsTruncated><MaxItems>1</MaxItems></ListResourceRecordSetsResponse>`;
const withZone: Answers = {
  [calls.zone]: zone(),
  [calls.records]: record("example.jp", "SOA"),
};
const noIdentity: Answers = { [calls.identity]: undefined };
const retained = (...names: string[]): Answers => ({
  [calls.tags]: { ResourceTagMappingList: names.map((name) => ({ ResourceARN: arnOf(name) })) },
  [calls.key]: { KeyMetadata: { Description: "Encrypts customers' secrets" } },
});
const arnOf = (resource: string) => `arn:aws:x:ap-northeast-1:123456789012:${resource}`;
const pool = "ap-northeast-1_Left";
const adopted = { userPool: pool };
const triggers = "pre-sign-up, custom-message, post-confirmation, post-authentication";
const triggersOf = (portal: string) => {
  const nameOf = (trigger: string) =>
    trigger.replace(/(^|-)([a-z])/g, (_, __, letter) => letter.toUpperCase());
  const arns = triggers.split(", ").map((each) => [nameOf(each), arnOf(`function:${portal}-${each}:live`)]);
  return { UserPool: { LambdaConfig: Object.fromEntries(arns) } };
};
const pendingDeletion: Answers = { [calls.key]: { KeyMetadata: { KeyState: "PendingDeletion" } } };
const mailIdentity = (configurationSet: string) =>
  `Write adopted: { mailIdentity: { configurationSet: "${configurationSet}" } } in infra/config.ts`;
const retainedByName = `write adopted: { table: "Left-1", key: "${arnOf("key/0a")}", userPool: "${pool}" }`;
const dmarcRecord = record("_dmarc.example.jp", "TXT");
const unknownResource = new Refusal({ __type: "ResourceNotFoundException" });
const noZone =
  "<ErrorResponse><Error><Type>Sender</Type><Code>NoSuchHostedZone</Code></Error></ErrorResponse>";

type Row = [title: string, sentence: string, changed: Answers, changes?: Partial<Environment>];
test.each<Row>([
  ["AWS account", "Sign in to account 999999999999", {}, { account: "999999999999" }],
  ["Lambda quota", "Ask Service Quotas for 1000", { [calls.concurrency]: quota(10) }],
  ["SES production access", "request production access", { [calls.ses]: { ProductionAccessEnabled: false } }],
  ["SES identity", "publish its DKIM records", { [calls.identity]: { VerifiedForSendingStatus: false } }],
  ["SES identity", "Create the identity example.jp", noIdentity],
  ["SES identity", "leave adopted.mailIdentity out", noIdentity, { adopted: { mailIdentity: {} } }],
  ["SES identity", mailIdentity("theirs"), { [calls.identity]: { ConfigurationSetName: "theirs" } }],
  ["SES identity", mailIdentity("own"), { [calls.identity]: { ConfigurationSetName: "own" } }, zoned],
  [
    "SES identity",
    "aws sesv2 delete-configuration-set",
    { ...noIdentity, [calls.configurationSet]: {} },
    zoned,
  ],
  ["Certificate", "PENDING_VALIDATION", { [calls.certificate]: certificate("PENDING_VALIDATION") }],
  ["Certificate", "also names", {}, { domain: { names: ["portal.example.com"], certificateArn } }],
  [
    "Certificate",
    `this account has no certificate ${certificateArn}.`,
    { [calls.certificate]: unknownResource },
  ],
  ["Hosted zone example.jp", "this account has no zone Z1.", { [calls.zone]: new Refusal(noZone) }, zoned],
  [
    "Hosted zone example.jp",
    "in domain.hostedZones as example.com",
    { [calls.zone]: zone("", "example.com.") },
    zoned,
  ],
  [
    "Hosted zone example.jp",
    "private",
    { [calls.zone]: zone("<Config><PrivateZone>true</PrivateZone></Config>") },
    zoned,
  ],
  [
    "Hosted zone example.jp",
    "creates: A portal.example.jp.",
    { [calls.records]: record("portal.example.jp", "A") },
    zoned,
  ],
  [
    "Hosted zone example.jp",
    'mail.dmarc as "existing"',
    { ...noIdentity, [calls.records]: dmarcRecord },
    zoned,
  ],
  ["Stripe price", "it is 9900 jpy", { [calls.price]: { ...price, unit_amount: 9_900 } }],
  ["Stripe price", "tax is not included", { [calls.price]: { ...price, tax_behavior: "exclusive" } }],
  ["Stripe price", "Stripe has no price price_1", { [calls.price]: undefined }],
  ["Stripe registration number", "no tax id T7000012050002", { [calls.taxIds]: list() }],
  ["Stripe registration number", "Choose T7000012050002", { [calls.account]: sellerWith() }],
  ["Stripe webhook", "no enabled webhook endpoint", { [calls.webhooks]: list() }],
  ["Stripe webhook", "does not send checkout.session.completed", { [calls.webhooks]: list(halfEndpoint) }],
  ["Vonage application", "Switch Verify on", { [calls.vonage]: { id: "app", name: "x", capabilities: {} } }],
  ["Tax Agency", "does not know its own number", { [calls.taxAgency]: "<corporations></corporations>" }],
  ["Retained resources", retainedByName, retained("table/Left-1", "key/0a", `userpool/${pool}`)],
  ["Retained resources", 'adopted: { backupVault: "Left" }', retained("backup-vault:Left"), { backups: {} }],
  ["Adopted table", "Protect it", { [calls.table]: { Table: {} } }, { adopted: { table: "Left" } }],
  [
    "Adopted table",
    "has no by-name, by-charge-phone, by-corporate-phone, by-billing-phone, by-sub",
    { [calls.table]: { Table: { DeletionProtectionEnabled: true } } },
    { adopted: { table: "Left" } },
  ],
  ["Adopted key", "aws kms cancel-key-deletion", pendingDeletion, { adopted: { key: arnOf("key/0a") } }],
  [
    "Adopted user pool",
    `Set the triggers ${triggers}`,
    { [calls.pool]: triggersOf("Portal-stg") },
    { adopted },
  ],
])("%s: says what to do: %s", async (title, sentence, changed, changes) => {
  answers = { ...ready, ...withZone, ...changed };
  settings = { ...environment, ...changes };
  const { isReady, line } = await run();
  expect(line(title)).toMatch(/^FIX/);
  expect(line(title)).toContain(sentence);
  expect(isReady).toBe(false);
});

const alarmUrl = "https://events.example.com/integration/key/enqueue";
const confirmed = (endpoint: string): [string, string] => [endpoint, `${topicArn}:0a`];
test.each<[string, typeof subscribed, boolean, RegExp]>([
  ["no address", [], true, /^FIX .*operations@example\.jp, events\.example\.com hears no alarm any more/],
  [
    "an address that has not confirmed",
    [["operations@example.jp", "PendingConfirmation"], confirmed(alarmUrl)],
    true,
    /^FIX .*operations@example\.jp has not confirmed the mail of arn:aws:sns:/,
  ],
  [
    "an address that anybody can unsubscribe",
    [confirmed("operations@example.jp"), confirmed(alarmUrl)],
    false,
    /^warning .*ends the subscription of operations@example\.jp to arn:.*: confirm it with credentials/,
  ],
  [
    "every address",
    [confirmed("Operations@example.jp"), confirmed(alarmUrl)],
    true,
    /^ok .*operations@example\.jp, events/,
  ],
])("the alarms of both regions reach: %s", async (_, now, authenticated, line) => {
  answers = { ...ready, ...withZone };
  held = [
    ["AWS::SNS::Topic", topicArn],
    ...["0a", "0b"].map((id): (typeof held)[0] => ["AWS::SNS::Subscription", id]),
  ];
  settings = { ...environment, alarmUrl };
  subscribed = now;
  wasAuthenticated = authenticated;
  const { isReady, line: lineOf } = await run();
  for (const region of ["ap-northeast-1", "us-east-1"]) expect(lineOf(`Alarms in ${region}`)).toMatch(line);
  expect(isReady).toBe(!String(line).includes("FIX"));
});

test("an address that the deployment subscribes first is no finding", async () => {
  held = [["AWS::SNS::Topic", topicArn]];
  expect((await run()).line("Alarms in us-east-1")).toMatch(/^ok .*confirm the mail that it sends/);
});

const relyingParty = (RelyingPartyId: string | undefined): Answers => ({
  [calls.mfa]: { WebAuthnConfiguration: { RelyingPartyId } },
});
const owned = (LastEvaluatedKey: object | undefined, ...customers: string[]): Answers => ({
  [calls.scan]: { Items: customers.map((pk) => ({ pk: { S: pk } })), LastEvaluatedKey },
});
const more = { pk: { S: "x" } };
const moved = (names: string[], kept?: string): Partial<Environment> => ({
  domain: { names, certificateArn, ...(kept !== undefined && { relyingParty: kept }) },
});
const [oldName, newName] = ["portal.example.jp", "new.example.jp"];
test.each<[string, Answers, Partial<Environment>, RegExp]>([
  ["stays", owned(undefined, "a"), {}, /^ok .*They belong to portal\.example\.jp/],
  ["stays while the site moves", {}, moved([newName, oldName], oldName), /^ok .*They belong to portal/],
  [
    "changes",
    owned(undefined, "a", "a", "b"),
    moved([newName, oldName]),
    /^FIX .*new\.example\.jp their relying party instead of portal\.example\.jp, which ends those of 2 customers\. Keep them with domain\.relyingParty: "portal\.example\.jp" \(docs/,
  ],
  [
    "changes, and the old name goes",
    owned(undefined, "a"),
    moved([newName]),
    /^FIX .* of 1 customer\. Keep them, and the DNS records of portal\.example\.jp: leave it in domain\.names/,
  ],
  ["changes in a large table", owned(more, "a"), moved([newName]), /^FIX .* those of at least 1 customer\./],
  ["changes, without an owner so far", owned(more), moved([newName]), /^FIX .* of some customers; the first/],
  ["changes without an owner", owned(undefined), moved([newName]), /^ok .*no customer has one/],
  [
    "changes, and nobody may count",
    {},
    moved([newName]),
    /^FIX .* of customers who could not be counted \(NotFoundException\)\./,
  ],
  [
    "ends",
    owned(undefined, "a"),
    { featurePlan: "lite" },
    /^FIX .*The settings have no passkeys, which ends those of 1 customer\. Keep them with the featurePlan/,
  ],
  ["begins", relyingParty(undefined), {}, /^ok .*has none yet/],
])("the passkeys' relying party %s", async (_, changed, changes, line) => {
  answers = { ...ready, ...changed };
  settings = { ...environment, ...changes };
  held = [
    ["AWS::Cognito::UserPool", pool],
    ["AWS::DynamoDB::Table", "Portal"],
  ];
  expect((await run()).line("Passkeys")).toMatch(line);
  const scans = service.received.filter(({ call }) => call === calls.scan);
  expect(scans.length).toBeLessThanOrEqual(20);
});

test.each([
  [
    "ap-northeast-3",
    /^FIX .*Portal-prod-Edge belongs to the portal in ap-northeast-3\. A second portal in ap-north/,
  ],
  ["ap-northeast-1", /^ok .*belongs to the portal in ap-northeast-1/],
  ["none", /^unknown .*does not say whose it is yet/],
  [undefined, /^ok .*The deployment creates Portal-prod-Edge/],
])("the stack in us-east-1 is of the portal in %s", async (region, line) => {
  edgeOf = region;
  expect((await run()).line("Edge stack")).toMatch(line);
});

test("attributes of a user pool are left out of the template only once there is a pool", async () => {
  settings = { ...environment, userPoolSchema: "existing" };
  expect((await run()).line("User pool schema")).toMatch(/^FIX .*Leave userPoolSchema out/);
  held = [["AWS::Cognito::UserPool", pool]];
  expect((await run()).line("User pool schema")).toMatch(/^ok/);
});

test("an operator accepts one check by name, and another one still stops the run", async () => {
  answers = { ...ready, [calls.concurrency]: quota(10) };
  const accepted = await run(providers(), "--accept", "Lambda quota: AWS answers on Monday");
  expect(accepted.line("Lambda quota")).toMatch(
    /^accepted .*Ask Service Quotas.* Accepted: AWS answers on Monday$/,
  );
  expect(accepted.isReady).toBe(true);
  answers = { ...answers, [calls.ses]: { ProductionAccessEnabled: false } };
  const another = await run(providers(), "--accept", "Lambda quota: AWS answers on Monday");
  expect(another.line("SES production access")).toMatch(/^FIX/);
  expect(another.isReady).toBe(false);
});

test.each<[string, RegExp, Partial<Environment>?]>([
  [
    "CloudFront: it is urgent",
    /^"CloudFront" is not the name of one check that asks for a fix \(Lambda quota\)/,
  ],
  [
    "Setting: it is urgent",
    /one check that asks for a fix \(Setting, Setting, Lambda quota\)/,
    { monthlyBudgetUsd: 0, invoiceDaysUntilDue: 0 },
  ],
  ["Lambda: it is urgent", /^"Lambda" is not the name/],
  ["Lambda quota: ", /^Write --accept/],
  ["Lambda quota", /^Write --accept/],
])("--accept %j is refused, with the findings", async (text, refusal, changes) => {
  settings = { ...environment, ...changes };
  answers = { ...ready, [calls.concurrency]: quota(10) };
  const print = vi.spyOn(console, "log").mockImplementation(() => undefined);
  await expect(preflight(["-c", "env=prod", "--accept", text], providers())).rejects.toThrow(refusal);
  expect(print.mock.calls.flat()).toContainEqual(expect.stringMatching(/^FIX {7}Lambda quota:/));
});

test("without an answer of the Tax Agency, as in its maintenance, a deployment goes on", async () => {
  answers = { ...ready, ...withZone, [calls.taxAgency]: undefined };
  settings = environment;
  const { isReady, line } = await run();
  expect(line("Tax Agency")).toMatch(/^unknown .*only the check digit of a corporate number is checked/);
  expect(isReady).toBe(true);
});

test("a vault beside the stack's own is no finding, nor one that no setting needs", async () => {
  answers = { ...ready, ...withZone, ...retained("backup-vault:Before") };
  for (const [id, backups] of [
    ["Own", {}],
    ["", undefined],
  ] as const) {
    held = id ? [["AWS::Backup::BackupVault", id]] : [];
    settings = { ...environment, backups };
    expect((await run()).line("Retained resources")).toMatch(/^ok/);
  }
});

test("a retained vault's key with the environment's tags is no key of secrets", async () => {
  const ofVault: Answers = { [calls.key]: { KeyMetadata: { Description: copiesKeyDescription } } };
  answers = { ...ready, ...withZone, ...retained("key/0b"), ...ofVault };
  settings = environment;
  expect((await run()).line("Retained resources")).toMatch(/^ok/);
});

test.each(["portal.example.jp", "portal.example.jp."])(
  "resources of the own stacks, with the record %s, and adopted ones are no finding",
  async (recordName) => {
    answers = { ...ready, ...withZone, ...retained("table/Own", "key/0a", `userpool/${pool}`) };
    answers[calls.pool] = triggersOf("Portal-prod");
    answers[calls.records] = record("portal.example.jp", "A");
    held = [
      ["AWS::DynamoDB::Table", "Own"],
      ["AWS::KMS::Key", "0a"],
      ["AWS::SES::EmailIdentity", "example.jp"],
      ["AWS::Route53::RecordSet", recordName],
    ];
    settings = { ...environment, ...zoned, adopted };
    const { isReady, lines } = await run();
    expect(lines.filter((line) => line.startsWith("FIX"))).toEqual([]);
    expect(isReady).toBe(true);
  },
);

test.each([
  [["ns-9.example.org"], /^FIX.*example\.jp is served by ns-9\.example\.org: enter ns-1\.example\.net, ns-2/],
  ["ENOTFOUND", /^FIX.*example\.jp is not delegated: enter ns-1\.example\.net, ns-2\.example\.net as/],
  ["ETIMEOUT", /^unknown.*The public DNS does not answer \(ETIMEOUT\): ask elsewhere, dig NS example\.jp/],
  [["NS-2.example.net."], /^ok.*example\.jp is delegated/],
])("the public DNS names %j as the zone's servers", async (found, line) => {
  answers = { ...ready, ...withZone };
  settings = { ...environment, ...zoned };
  held = [["AWS::SES::EmailIdentity", "example.jp"]];
  if (typeof found === "string")
    vi.mocked(resolveNs).mockRejectedValue(Object.assign(new Error(), { code: found }));
  else vi.mocked(resolveNs).mockResolvedValue(found);
  expect((await run()).line("Hosted zone example.jp")).toMatch(line);
});

test.each([
  [
    complete,
    100_000,
    "fix",
    "`smsDailyCap`: 50 SMS a day, 900 are needed; it is met at 5,555 customers. Raise",
  ],
  [
    { ...complete, smsDailyCap: 5_000 },
    100_000,
    "fix",
    "`deletions.perRun`: 20 closed accounts erased an hour, 31 are needed",
  ],
  [
    { ...complete, smsDailyCap: 5_000, deletions: { ...complete.deletions, perRun: 200 } },
    100_000,
    "ok",
    "`codeMails`: 400 mailed codes",
  ],
  [{ ...dev, smsDailyCap: 5_000 }, 10_000, "fix", "`mail`: 50 mails a day of Cognito's own sender"],
])(
  "for a number of customers the first limit that they meet is named: %#",
  async (of, customers, status, limit) => {
    settings = of;
    const print = vi.spyOn(console, "log").mockImplementation(() => undefined);
    await preflight(["-c", "env=prod", "-c", `customers=${customers}`, "--json"], {});
    const { findings } = JSON.parse(String(print.mock.calls.at(-1)));
    const title = `Limits for ${customers.toLocaleString("en")} customers`;
    const sentence = expect.stringContaining(`The first one is ${limit}`);
    expect(findings.at(-1)).toEqual({ title, status, sentence });
  },
);

test.each(["customers=many", "customers=0", "customer=5"])("%s is refused as wrong usage", async (wrong) => {
  vi.spyOn(process, "exit").mockImplementation((code) => {
    throw new Error(`exit ${code}`);
  });
  vi.spyOn(process.stderr, "write").mockImplementation(() => true);
  await expect(preflight(["-c", "env=prod", "-c", wrong], {})).rejects.toThrow("exit 2");
});

test("docs/cost.md has the table of limits as the defaults compute it", () => {
  const page = readFileSync(new URL("../../../../docs/cost.md", import.meta.url), "utf8");
  const rows = capacityLimits({ ...complete, smsDailyCap: 500 }).map((limit) => {
    const cells = [10_000, 1_000_000].map((customers) => {
      const needed = neededBy(customers, limit);
      return needed > limit.most ? `**${rounded(needed)}**` : rounded(needed);
    });
    return `| ${limit.name} | ${limit.most.toLocaleString("en")} ${limit.unit} | ${cells.join(" | ")} |`;
  });
  expect(page).toContain(rows.join("\n"));
});

test("a check that is impossible from here is reported as unknown, and stops nothing", async () => {
  answers = { ...ready, [calls.distributions]: distributions(0) };
  const { isReady, line } = await run({});
  for (const title of ["CloudFront", "Stripe price", "Vonage application"])
    expect(line(title)).toMatch(/^unknown/);
  expect(isReady).toBe(true);
});

test("a test key is refused for prod", async () => {
  const { line } = await run({ ...providers(), STRIPE_SECRET_KEY: "sk_test_x" });
  expect(line("Stripe key")).toMatch(/^FIX.*live key/);
});

test("each setting that is missing is one line, and the rest is checked all the same", async () => {
  const { mail: _, alarmEmail: __, stripePriceId: ___, ...incomplete } = environment;
  settings = incomplete;
  const { isReady, lines, line } = await run();
  const missing = lines.flatMap(
    (each) => /^FIX +Setting: infra\/config.ts, environments.prod: write `(\w+)/.exec(each)?.[1] ?? [],
  );
  expect(missing).toEqual(["mail", "stripePriceId", "alarmEmail"]);
  expect(line("Lambda quota")).toMatch(/^ok/);
  expect(line("Stripe price")).toMatch(/^FIX.*npm run setup:stripe/);
  expect(isReady).toBe(false);
});

const thrown = (fields: object) => Object.assign(new Error("sk_live_secret"), fields);
const awsError = (name: string, httpStatusCode = 400) => thrown({ name, $metadata: { httpStatusCode } });
test.each([
  [thrown({ name: "CredentialsProviderError" }), "Sign in to AWS first"],
  [awsError("InvalidClientTokenId", 403), "these may not (InvalidCl"],
  [thrown({ name: "StripeAuthenticationError", statusCode: 401 }), "these may not (StripeAuth"],
  [awsError("ExpiredTokenException"), "these may not (ExpiredTok"],
  [thrown({ name: "VetchError", response: { status: 500 } }), "The answer is 500 (VetchError): run this"],
  [awsError("ThrottlingException"), "run this again later"],
  [awsError("InvalidInput"), "The request is refused with 400 (InvalidInput): correct the setting"],
  // As `fetch` throws it.
  [thrown({ name: "TypeError", cause: thrown({ code: "ENOTFOUND" }) }), "There is no answer (ENOTFOUND)"],
])("a check that throws says what to do, without the provider's message: %s", async (error, sentence) => {
  const [finding] = await runChecks([{ title: "x", run: () => Promise.reject(error) }]);
  expect(finding).toMatchObject({ status: "fix", sentence: expect.stringContaining(sentence) });
  expect(finding?.sentence).not.toContain("sk_live");
});
