/**
 * The answers of customers' own accounts: applications, numbers and balance. Sources: Application v2, Numbers and Account references
 * (developer.vonage.com/en/api).
 */
import type { ServiceRequest } from "../emulator.ts";
import { json, Problem, problems } from "./problem.ts";
import { basicAuthorization } from "./subaccounts.ts";
import type { Calls } from "./verify-api.ts";

interface SampleAccount {
  apiKey: string;
  apiSecret: string;
  balance: number;
}
interface SampleApplication {
  applicationId: string;
  account: string;
  /** Its public key is the one that the samples share. */
  isPaired: boolean;
  /** Of the voice capability; without it the capability is off. */
  answerUrl?: string;
  numbers: number;
}

/** One for each thing that the connection check can find. */
export const sampleAccounts: readonly SampleAccount[] = [
  { apiKey: "a1b2c3d4", apiSecret: "Secret123456", balance: 10.28 },
  { apiKey: "b2c3d4e5", apiSecret: "Secret123456", balance: 0 },
];
export const sampleApplications: readonly SampleApplication[] = [
  {
    applicationId: "6f1d7a2e-0b4c-4a55-9f3e-2a9c7c1d8e10",
    account: "a1b2c3d4",
    isPaired: true,
    answerUrl: "https://hooks.example.com/incoming",
    numbers: 1,
  },
  { applicationId: "6f1d7a2e-0b4c-4a55-9f3e-2a9c7c1d8e20", account: "a1b2c3d4", isPaired: false, numbers: 0 },
  {
    applicationId: "6f1d7a2e-0b4c-4a55-9f3e-2a9c7c1d8e30",
    account: "b2c3d4e5",
    isPaired: true,
    answerUrl: "https://other.example.com/incoming",
    numbers: 1,
  },
];

/** Of nobody: its private key was thrown away. */
const otherKey = `-----BEGIN PUBLIC KEY-----
MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAyMbSkLDdaXFy476V109A
z9ON5MJbDr09G9JNqr6gNdcg67B1fxQy2jN8kKcmKkcrpECWW0fpT7Uk/G22E+VM
wyxgTFQRBdaKQPNDG+JSpZOON6UtMSip2MMaTq6WoR8LOPzWDAS+8b1K/U6KzGQQ
/gWB3TMO2ZDTkLJuIP8ehCG1+JUPcDNhyMi5m8kOziiuDyHZw7v87pJHODr0uD3C
R8ckn/zwOC2tQjrjKIUkt/JWpVzU65tfjJa2FrDwslvAdTJbKxqd98ZajXn4cnYG
DyGjFLYiuP10Ari0ocRYeOw5yqGIwyiXmwtv14kiWt5P/axXChxjMEE4UDWa1Z3Q
iQIDAQAB
-----END PUBLIC KEY-----`;

/** `pairedKey`: the public key, PEM, of the private key that the samples' owners hold. */
export const customerCalls = (pairedKey: string): Calls => ({
  "GET /v2/applications/{id}": (request, id = "") => {
    const application = applicationsOf(accountOf(request)).find(({ applicationId }) => applicationId === id);
    if (!application) throw noSuchApplication(id);
    return json(200, describe(application, pairedKey));
  },
  "GET /account/numbers": (request) => {
    const id = request.url.searchParams.get("application_id");
    const own = applicationsOf(accountOf(request)).find(({ applicationId }) => applicationId === id);
    const count = own?.numbers ?? 0;
    // Without numbers Vonage answers an empty object.
    return json(200, count === 0 ? {} : { count, numbers: [{ country: "JP", msisdn: "815012345678" }] });
  },
  "GET /account/get-balance": (request) =>
    json(200, { value: accountOf(request).balance, autoReload: false }),
});

/** Throws 401 for a key and secret that are no customer's. */
function accountOf({ headers }: ServiceRequest): SampleAccount {
  const account = sampleAccounts.find((each) => basicAuthorization(each) === headers.authorization);
  if (!account) throw problems.unauthorized();
  return account;
}

const applicationsOf = ({ apiKey }: SampleAccount): SampleApplication[] =>
  sampleApplications.filter(({ account }) => account === apiKey);

const describe = ({ applicationId, isPaired, answerUrl }: SampleApplication, pairedKey: string) => ({
  id: applicationId,
  name: "プラグイン",
  keys: { public_key: isPaired ? pairedKey : otherKey },
  capabilities:
    answerUrl === undefined
      ? {}
      : { voice: { webhooks: { answer_url: { address: answerUrl, http_method: "POST" } } } },
});

const noSuchApplication = (id: string) =>
  new Problem(404, "Resource not found", "#not-found", `Application ${id} was not found`);
