import { resolveNs } from "node:dns/promises";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { webhookEvents } from "#functions/billing/events/event-types.ts";
import * as config from "#infra/config.ts";
import type { Environment } from "#infra/environment.ts";
import { runChecks } from "#scripts/operator/deployment/check.ts";
import { preflight } from "#scripts/operator/deployment/preflight.ts";
import { callerIdentity } from "#test/scripts/support/local-services.ts";
import { type Answers, Refusal, serveAnswers, unusedOrigin } from "./support.ts";

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
const ready: Answers = {
  "POST /": ({ Action }: Record<string, unknown>) =>
    Action === "ListStackResources" ? stackResources(held) : identity,
  "ResourceGroupsTaggingAPI_20170126.GetResources": { ResourceTagMappingList: [] },
  "GET /2016-08-19/account-settings": { AccountLimit: { ConcurrentExecutions: 1000 } },
  "GET /2020-05-31/distribution": distributions(1),
  "GET /v2/email/account": { ProductionAccessEnabled: true, SendQuota: { Max24HourSend: 50_000 } },
  "GET /v2/email/identities/example.jp": { VerifiedForSendingStatus: true },
  "CertificateManager.DescribeCertificate": {
    Certificate: { Status: "ISSUED", SubjectAlternativeNames: ["*.example.jp"] },
  },
  "GET /v1/prices/price_1": price,
  "GET /v1/tax_ids": list({ id: "txi_1", type: "jp_trn", value: "T7000012050002" }),
  "GET /v1/account": sellerWith("txi_1"),
  "GET /v1/webhook_endpoints": list(endpoint),
  "GET /v2/applications/app": { id: "app", name: "portal", capabilities: { verify: {} } },
  "GET /4/num":
    "<corporations><corporation><name>国税庁</name><prefectureName>東京都</prefectureName></corporation></corporations>",
};
const environment: Environment = {
  ...config.settingsOf("dev"),
  name: "prod",
  firewall: true,
  account: "123456789012",
  mail: { name: "x", address: "no-reply@example.jp", identity: "example.jp" },
  domain: {
    names: ["portal.example.jp"],
    certificateArn: "arn:aws:acm:us-east-1:123456789012:certificate/1",
  },
  stripePriceId: "price_1",
  registrationNumber: "T7000012050002",
  price: { amountYen: 11_000, interval: "month", taxRatePercent: 10 },
  taxAgencyApplicationId: "K1",
  company: {
    name: "x",
    termsUrl: "https://example.jp",
    privacyUrl: "https://example.jp",
    commercialTransactionsUrl: "https://example.jp",
    contactUrl: "https://example.jp",
  },
  pluginAddresses: ["192.0.2.1", "192.0.2.2"],
  alarmEmail: "operations@example.jp",
  threatProtection: "off",
};

vi.mock("node:dns/promises", async (original) => ({
  ...(await original<typeof import("node:dns/promises")>()),
  resolveNs: vi.fn(),
}));

let answers: Answers;
let settings: Environment;
let service: Awaited<ReturnType<typeof serveAnswers>>;
beforeAll(async () => {
  service = await serveAnswers(() => answers);
});
afterAll(() => service.close());
beforeEach(() => {
  answers = { ...ready };
  held = [];
  settings = environment;
  vi.mocked(resolveNs).mockResolvedValue(["ns-1.example.net"]);
  vi.spyOn(config, "settingsOf").mockImplementation(() => settings);
  vi.stubEnv("AWS_ENDPOINT_URL", service.origin);
  vi.stubEnv("AWS_ACCESS_KEY_ID", "AKIDEXAMPLE");
  vi.stubEnv("AWS_SECRET_ACCESS_KEY", "secret");
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

async function run(env: NodeJS.ProcessEnv = providers()) {
  const print = vi.spyOn(console, "log").mockImplementation(() => undefined);
  const isReady = await preflight(["-c", "env=prod"], env);
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
  expect(lines).toHaveLength(13);
  expect(isReady).toBe(true);
  const writes = service.received.filter(({ call }) => /^(PUT|DELETE|PATCH)|^POST \/./.test(call));
  expect(writes).toEqual([]);
});

test.each<[string, Answers, Partial<Environment>, string]>([
  ["AWS account", {}, { account: "999999999999" }, "Sign in to account 999999999999"],
  [
    "Lambda quota",
    { "GET /2016-08-19/account-settings": { AccountLimit: { ConcurrentExecutions: 10 } } },
    {},
    "Ask Service Quotas for 1000 concurrent executions",
  ],
  [
    "SES production access",
    { "GET /v2/email/account": { ProductionAccessEnabled: false } },
    {},
    "request production access",
  ],
  [
    "SES identity",
    { "GET /v2/email/identities/example.jp": { VerifiedForSendingStatus: false } },
    {},
    "publish its DKIM records",
  ],
  [
    "SES identity",
    { "GET /v2/email/identities/example.jp": undefined },
    {},
    "Create the identity example.jp",
  ],
  [
    "Certificate",
    { "CertificateManager.DescribeCertificate": { Certificate: { Status: "PENDING_VALIDATION" } } },
    {},
    "PENDING_VALIDATION",
  ],
  [
    "Certificate",
    {},
    { domain: { ...environment.domain, names: ["portal.example.com"] } as never },
    "also names",
  ],
  ["Stripe price", { "GET /v1/prices/price_1": { ...price, unit_amount: 9_900 } }, {}, "it is 9900 jpy"],
  [
    "Stripe price",
    { "GET /v1/prices/price_1": { ...price, tax_behavior: "exclusive" } },
    {},
    "tax is not included",
  ],
  ["Stripe price", { "GET /v1/prices/price_1": undefined }, {}, "Stripe has no price price_1"],
  ["Stripe registration number", { "GET /v1/tax_ids": list() }, {}, "no tax id T7000012050002"],
  ["Stripe registration number", { "GET /v1/account": sellerWith() }, {}, "Choose T7000012050002"],
  ["Stripe webhook", { "GET /v1/webhook_endpoints": list() }, {}, "no enabled webhook endpoint"],
  [
    "Stripe webhook",
    { "GET /v1/webhook_endpoints": list({ ...endpoint, enabled_events: ["invoice.paid"] }) },
    {},
    "does not send checkout.session.completed",
  ],
  [
    "Vonage application",
    { "GET /v2/applications/app": { id: "app", name: "portal", capabilities: {} } },
    {},
    "Switch Verify on",
  ],
  ["Tax Agency", { "GET /4/num": "<corporations></corporations>" }, {}, "does not know its own number"],
])("%s: says what to do", async (title, changed, changes, sentence) => {
  answers = { ...ready, ...changed };
  settings = { ...environment, ...changes };
  const { isReady, line } = await run();
  expect(line(title)).toMatch(/^FIX/);
  expect(line(title)).toContain(sentence);
  expect(isReady).toBe(false);
});

const zoned: Partial<Environment> = {
  domain: { names: ["portal.example.jp"], hostedZones: [{ id: "Z1", name: "example.jp" }] },
};
const zone = (more = "", name = "example.jp.") =>
  `<GetHostedZoneResponse><HostedZone><Id>/hostedzone/Z1</Id><Name>${name}</Name>${more}</HostedZone><DelegationSet><NameServers><NameServer>ns-1.example.net</NameServer><NameServer>ns-2.example.net</NameServer></NameServers></DelegationSet></GetHostedZoneResponse>`;
const record = (name: string, type: string) =>
  `<ListResourceRecordSetsResponse><ResourceRecordSets><ResourceRecordSet><Name>${name}.</Name><Type>${type}</Type></ResourceRecordSet></ResourceRecordSets><IsTruncated>false</IsTruncated><MaxItems>1</MaxItems></ListResourceRecordSetsResponse>`;
const withZone: Answers = {
  "GET /2013-04-01/hostedzone/Z1": zone(),
  "GET /2013-04-01/hostedzone/Z1/rrset": record("example.jp", "SOA"),
};
const noIdentity: Answers = { "GET /v2/email/identities/example.jp": undefined };
const retained = (...arns: string[]): Answers => ({
  "ResourceGroupsTaggingAPI_20170126.GetResources": {
    ResourceTagMappingList: arns.map((ResourceARN) => ({ ResourceARN })),
  },
});
const arnOf = (resource: string) => `arn:aws:x:ap-northeast-1:123456789012:${resource}`;
const pool = "ap-northeast-1_Left";
const adopted = { userPool: pool };
const describePool = "AWSCognitoIdentityProviderService.DescribeUserPool";
const triggersOf = (portal: string) => ({
  UserPool: {
    LambdaConfig: {
      PreSignUp: arnOf(`function:${portal}-pre-sign-up:live`),
      CustomMessage: arnOf(`function:${portal}-custom-message:live`),
      PostConfirmation: arnOf(`function:${portal}-post-confirmation:live`),
      PostAuthentication: arnOf(`function:${portal}-post-authentication:live`),
    },
  },
});

test.each<[string, Answers, Partial<Environment>, string]>([
  [
    "Hosted zone",
    {
      "GET /2013-04-01/hostedzone/Z1": new Refusal(
        "<ErrorResponse><Error><Type>Sender</Type><Code>NoSuchHostedZone</Code></Error></ErrorResponse>",
      ),
    },
    zoned,
    "Correct the id in domain.hostedZones: this account has no zone Z1.",
  ],
  [
    "Hosted zone",
    { "GET /2013-04-01/hostedzone/Z1": zone("", "example.com.") },
    zoned,
    "Write the name in domain.hostedZones as example.com",
  ],
  [
    "Hosted zone",
    { "GET /2013-04-01/hostedzone/Z1": zone("<Config><PrivateZone>true</PrivateZone></Config>") },
    zoned,
    "Z1 is private",
  ],
  [
    "Hosted zone",
    { "GET /2013-04-01/hostedzone/Z1/rrset": record("portal.example.jp", "A") },
    zoned,
    "Delete from the zone example.jp what no stack of this environment holds and the deployment creates: A portal.example.jp.",
  ],
  [
    "Hosted zone",
    { ...noIdentity, "GET /2013-04-01/hostedzone/Z1/rrset": record("_dmarc.example.jp", "TXT") },
    zoned,
    'write mail.dmarc as "existing"',
  ],
  [
    "Certificate",
    { "CertificateManager.DescribeCertificate": new Refusal({ __type: "ResourceNotFoundException" }) },
    {},
    "Correct domain.certificateArn: this account has no certificate arn:aws:acm:us-east-1:123456789012:certificate/1.",
  ],
  [
    "SES identity",
    { "GET /v2/email/identities/example.jp": { ConfigurationSetName: "Portal-prod" } },
    zoned,
    'Write adopted: { mailIdentity: { configurationSet: "Portal-prod" } } in infra/config.ts',
  ],
  [
    "SES identity",
    { "GET /v2/email/identities/example.jp": { ConfigurationSetName: "theirs" } },
    {},
    'Write adopted: { mailIdentity: { configurationSet: "theirs" } } in infra/config.ts: SES asks for permission',
  ],
  ["SES identity", noIdentity, { adopted: { mailIdentity: {} } }, "leave adopted.mailIdentity out"],
  [
    "SES identity",
    { ...noIdentity, "GET /v2/email/configuration-sets/Portal-prod": {} },
    zoned,
    "aws sesv2 delete-configuration-set --configuration-set-name Portal-prod",
  ],
  [
    "Retained resources",
    retained(arnOf("table/Left-1"), arnOf("key/0a"), arnOf(`userpool/${pool}`)),
    {},
    `write adopted: { table: "Left-1", key: "${arnOf("key/0a")}", userPool: "${pool}" } in infra/config.ts`,
  ],
  [
    "Adopted table",
    { "DynamoDB_20120810.DescribeTable": { Table: {} } },
    { adopted: { table: "Left" } },
    "Protect it",
  ],
  [
    "Adopted key",
    { "TrentService.DescribeKey": { KeyMetadata: { KeyState: "PendingDeletion" } } },
    { adopted: { key: arnOf("key/0a") } },
    "The key is PendingDeletion: aws kms cancel-key-deletion",
  ],
  [
    "Adopted user pool",
    { [describePool]: triggersOf("Portal-stg") },
    { adopted },
    "Set the triggers pre-sign-up, custom-message, post-confirmation, post-authentication",
  ],
])(
  "what exists, is missing or is somebody else's, %s: names the setting",
  async (title, changed, changes, sentence) => {
    answers = { ...ready, ...withZone, ...changed };
    settings = { ...environment, ...changes };
    const { isReady, line } = await run();
    expect(line(title)).toMatch(/^FIX/);
    expect(line(title)).toContain(sentence);
    expect(isReady).toBe(false);
  },
);

test("resources of this environment's own stacks, and adopted ones, are no finding", async () => {
  answers = {
    ...ready,
    ...withZone,
    ...retained(arnOf("table/Own"), arnOf("key/0a"), arnOf(`userpool/${pool}`)),
  };
  answers[describePool] = triggersOf("Portal-prod");
  answers["GET /2013-04-01/hostedzone/Z1/rrset"] = record("portal.example.jp", "A");
  held = [
    ["AWS::DynamoDB::Table", "Own"],
    ["AWS::KMS::Key", "0a"],
    ["AWS::SES::EmailIdentity", "example.jp"],
    ["AWS::Route53::RecordSet", "portal.example.jp"],
  ];
  settings = { ...environment, ...zoned, adopted };
  const { isReady, lines } = await run();
  expect(lines.filter((line) => line.startsWith("FIX"))).toEqual([]);
  expect(isReady).toBe(true);
});

test.each([
  [["ns-9.example.org"], /^FIX.*example\.jp is served by ns-9\.example\.org: enter ns-1\.example\.net, ns-2/],
  [
    "ENOTFOUND",
    /^FIX.*example\.jp is not delegated: enter ns-1\.example\.net, ns-2\.example\.net as the name servers/,
  ],
  ["ETIMEOUT", /^unknown.*The public DNS does not answer \(ETIMEOUT\): ask elsewhere, dig NS example\.jp/],
  [["NS-2.example.net."], /^ok.*example\.jp is delegated/],
])("the public DNS names %j as the zone's servers", async (found, line) => {
  answers = { ...ready, ...withZone };
  settings = { ...environment, ...zoned };
  held = [["AWS::SES::EmailIdentity", "example.jp"]];
  if (typeof found === "string")
    vi.mocked(resolveNs).mockRejectedValue(Object.assign(new Error(), { code: found }));
  else vi.mocked(resolveNs).mockResolvedValue(found);
  expect((await run()).line("Hosted zone")).toMatch(line);
});

test("the limits are one more line for a number of customers; a wrong number or key is refused", async () => {
  const print = vi.spyOn(console, "log").mockImplementation(() => undefined);
  await preflight(["-c", "env=prod", "-c", "customers=100000", "--json"], {});
  const { findings } = JSON.parse(String(print.mock.calls.at(-1)));
  expect(findings.at(-1)).toMatchObject({ title: "Limits for 100,000 customers", status: "fix" });
  vi.spyOn(process, "exit").mockImplementation((code) => {
    throw new Error(`exit ${code}`);
  });
  vi.spyOn(process.stderr, "write").mockImplementation(() => true);
  for (const wrong of ["customers=many", "customers=0", "customer=5"])
    await expect(preflight(["-c", "env=prod", "-c", wrong], {}), wrong).rejects.toThrow("exit 2");
});

test("a check that is impossible from here is reported as unknown, and stops nothing", async () => {
  answers = { ...ready, "GET /2020-05-31/distribution": distributions(0) };
  const { isReady, line } = await run({});
  expect(line("CloudFront")).toMatch(/^unknown.*ask AWS Support/);
  expect(line("Stripe price")).toMatch(/^unknown.*STRIPE_SECRET_KEY/);
  expect(line("Vonage application")).toMatch(/^unknown.*VONAGE_APPLICATION_ID/);
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
  const missing = lines.filter((each) =>
    each.startsWith("FIX      Setting: infra/config.ts, environments.prod: "),
  );
  expect(missing.map((each) => /write `(\w+)/.exec(each)?.[1])).toEqual([
    "mail",
    "stripePriceId",
    "alarmEmail",
  ]);
  expect(line("Lambda quota")).toMatch(/^ok/);
  expect(line("Stripe price")).toMatch(/^FIX.*npm run setup:stripe/);
  expect(isReady).toBe(false);
});

test("with nothing to be reached there is one sentence for AWS and one for each provider's check", async () => {
  const nowhere = await unusedOrigin();
  vi.stubEnv("AWS_ENDPOINT_URL", nowhere);
  vi.stubEnv("TAX_AGENCY_URL", nowhere);
  const { isReady, lines } = await run({
    ...providers(),
    STRIPE_API_URL: nowhere,
    VONAGE_API_URL: nowhere,
  });
  const titles = lines.filter((each) => each.startsWith("FIX")).map((each) => each.slice(9).split(":")[0]);
  expect(titles).toEqual([
    "AWS account",
    "Stripe price",
    "Stripe registration number",
    "Stripe webhook",
    "Vonage application",
    "Tax Agency",
  ]);
  for (const each of lines.filter((line) => line.startsWith("FIX")))
    expect(each).toMatch(
      /There is no answer \(ECONNREFUSED\): check this machine's connection, and run this again\.$/,
    );
  expect(isReady).toBe(false);
});

const thrown = (fields: object) => Object.assign(new Error("sk_live_secret"), fields);
test.each([
  [thrown({ name: "CredentialsProviderError" }), "Sign in to AWS first"],
  [thrown({ name: "InvalidClientTokenId", $metadata: { httpStatusCode: 403 } }), "these may not (InvalidCl"],
  [
    thrown({ name: "StripeAuthenticationError", statusCode: 401 }),
    "these may not (StripeAuthenticationError)",
  ],
  [
    thrown({ name: "ExpiredTokenException", $metadata: { httpStatusCode: 400 } }),
    "these may not (ExpiredTok",
  ],
  [
    thrown({ name: "VetchError", response: { status: 500 } }),
    "The answer is 500 (VetchError): run this again",
  ],
  [thrown({ name: "ThrottlingException", $metadata: { httpStatusCode: 400 } }), "run this again later"],
  [thrown({ name: "StripeRateLimitError", statusCode: 429 }), "run this again later"],
  [
    thrown({ name: "InvalidInput", $metadata: { httpStatusCode: 400 } }),
    "The request is refused with 400 (InvalidInput): correct the setting",
  ],
  [thrown({ name: "VetchError", response: { status: 404 } }), "refused with 404 (VetchError): correct"],
  [thrown({ code: "ENOTFOUND" }), "There is no answer (ENOTFOUND)"],
  // As `fetch` throws it.
  [
    thrown({ name: "TypeError", cause: thrown({ code: "ENOTFOUND" }) }),
    "There is no answer (ENOTFOUND): check",
  ],
  ["no error at all", "There is no answer"],
])("a check that throws says what to do, without the provider's message: %s", async (error, sentence) => {
  const [finding] = await runChecks([{ title: "x", run: () => Promise.reject(error) }]);
  expect(finding).toMatchObject({ status: "fix", sentence: expect.stringContaining(sentence) });
  expect(finding?.sentence).not.toContain("sk_live");
});
