/**
 * The functions, run in this process against the local cloud's services: real requests, real signatures, each function
 * with its own role. Time stands still and is moved by `vi.setSystemTime` or `advance`.
 */
import { randomUUID } from "node:crypto";
import { CognitoIdentityProviderClient } from "@aws-sdk/client-cognito-identity-provider";
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { S3Client } from "@aws-sdk/client-s3";
import { PutSecretValueCommand, SecretsManagerClient } from "@aws-sdk/client-secrets-manager";
import {
  DeleteCommand,
  DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  paginateScan,
  QueryCommand,
} from "@aws-sdk/lib-dynamodb";
import { afterAll, beforeEach, inject, vi } from "vitest";
import * as awsClients from "#functions/platform/aws-clients.ts";
import type { ApiEvent } from "#functions/runtime/caller.ts";
import type { serve } from "#functions/runtime/endpoint.ts";
import { ownEnvironment } from "#functions/runtime/environment.ts";
import { allFunctions, endpointFunctions, type FunctionName } from "#infra/settings/functions.ts";
import { createFaults } from "#scripts/local/faults.ts";
import { identifiers } from "#scripts/local/identifiers.ts";
import { createInbox } from "#scripts/local/inbox.ts";
import { sharedEnvironment } from "#scripts/local/lambda/function-environment.ts";
import { createPrincipals } from "#scripts/local/lambda/principals.ts";
import { createRequestLog } from "#scripts/local/request-log.ts";
import { Scope } from "#scripts/local/scope.ts";
import { emptyTable, ensureTable } from "#scripts/local/seed/table.ts";
import { type ServicesOptions, startServices } from "#scripts/local/services.ts";
import { createStore } from "#scripts/local/store.ts";
import type { UserRecord } from "#shared/customer/customer.ts";
import type {
  corporateNumber,
  downloadFile,
  EndpointName,
  postUser,
  ResponseOf,
  voiceProviderCheck,
} from "#shared/endpoints.ts";
import type { ErrorBody } from "#shared/errors.ts";
import { contextOf, type EventParts, eventOf } from "./events.ts";
import { newPerson, type Person } from "./people.ts";
import { stopTimeLimits } from "./time-limits.ts";

/** The members of all endpoints' answers: a test reads the expected one. */
interface Answer {
  error: ErrorBody["error"];
  results: UserRecord[];
  result: ResponseOf<typeof postUser>["result"] &
    ResponseOf<typeof downloadFile>["result"] &
    ResponseOf<typeof corporateNumber>["result"] &
    ResponseOf<typeof voiceProviderCheck>["result"];
  request_id: string;
  checkout_session_id: string;
  setup_session_id: string;
  success_path: string;
  url: string;
}

export interface Reply {
  requestId: string;
  status: number;
  headers: Record<string, unknown>;
  /** As sent. */
  text: string;
  json: Answer;
}

const modules = import.meta.glob<{ handler: ReturnType<typeof serve> }>("../../../functions/api/*.ts");

/** The handler of any endpoint, as its settings name it. */
async function handlerOf(name: EndpointName) {
  const load = modules[`../../../${endpointFunctions[name].entry}`];
  if (!load) throw new Error(`${name} has no handler`);
  return (await load()).handler;
}

export const advance = (milliseconds: number): void => void vi.setSystemTime(Date.now() + milliseconds);

/** The next Japanese day and hour begin, so that no test runs across the end of a window unless it means to. */
export function beginDay(): void {
  const [hour, day] = [60 * 60_000, 24 * 60 * 60_000];
  vi.setSystemTime(Math.ceil((Date.now() + 1 + 9 * hour) / day) * day - 9 * hour);
}

const siteUrl = "https://portal.example";
const { tableName: TableName } = identifiers;

/** Fails the file, whoever handles the call's error. */
function lateCall(name: string): Error {
  const error = new Error(`${name} is called after its portal was closed`);
  queueMicrotask(() => {
    throw error;
  });
  return error;
}

/** As a deployment gives them to that function: one that reads another setting fails here as there. */
const settingsOf = (name: FunctionName, settings: Readonly<Record<string, string>>) => {
  const names: readonly string[] = allFunctions[name].environment;
  return Object.fromEntries(
    Object.entries(settings).filter(([key]) => key.startsWith("AWS_") || names.includes(key)),
  );
};

export interface PortalOptions extends Pick<ServicesOptions, "deliverWebhook" | "userPool"> {
  /** Limits of calls and requests run out by themselves. Without: when the test lets time pass, however slow the machine is. */
  hasTimeLimits?: boolean;
}

/** For the top level of a test file: closes after its tests. */
export async function startPortal({ hasTimeLimits = false, ...options }: PortalOptions = {}) {
  vi.useFakeTimers({ toFake: ["Date"] });
  const [faults, requests, principals] = [createFaults(), createRequestLog(), createPrincipals()];
  const inbox = createInbox(Date.now);
  const scope = new Scope();
  const store = createStore(undefined, scope);
  const services = await startServices({
    dynamoDb: { url: inject("dynamoDbUrl"), database: randomUUID().replaceAll("-", "") },
    store,
    vonageKeys: inject("vonageKeys"),
    principals,
    inbox,
    faults,
    requests,
    scope,
    siteUrl: () => siteUrl,
    ...options,
  });
  const { accessKeyId, secretAccessKey } = principals.operator;
  const common = { region: identifiers.region, credentials: { accessKeyId, secretAccessKey } };
  const dynamodb = new DynamoDBClient({ ...common, endpoint: services.origin("dynamodb") });
  const marshallOptions = { removeUndefinedValues: true };
  const table = DynamoDBDocumentClient.from(dynamodb, { marshallOptions });
  const s3 = new S3Client({ ...common, endpoint: services.origin("s3"), forcePathStyle: true });
  await ensureTable(dynamodb);

  const caps = { smsAddressHourlyCap: 10, smsDailyCap: 100_000 };
  // Without CloudFront's secret no call has to carry it.
  const { ORIGIN_SECRETS: _, ...environment } = sharedEnvironment(services, siteUrl, caps);
  const settings: Record<string, string> = {
    ...environment,
    APP_VERSION: "1.2.3",
  };

  function environmentOf(name: FunctionName | "operator"): Record<string, string> {
    if (scope.isClosed) throw lateCall(name);
    const principal = name === "operator" ? principals.operator : principals.functions[name];
    const { accessKeyId, secretAccessKey } = principal;
    const own = name === "operator" ? settings : settingsOf(name, settings);
    return { ...own, AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey };
  }
  /** From here on the caller runs with that function's settings and role, or as somebody who may do everything. */
  const become = (name: FunctionName | "operator"): void => ownEnvironment.enterWith(environmentOf(name));

  /** The account of a person who has not signed in yet. */
  function seedAccount({ loginId: userName, sub, email }: Pick<Person, "loginId" | "sub" | "email">): void {
    services.cognito.seedUser({ userName, sub, email, password: "Correct-Horse-1" });
  }
  const withAccount = new Set<unknown>();
  /** A token is of an account that the pool has, at first. */
  function ensureAccount({ requestContext: { authorizer } }: ApiEvent): void {
    const { "cognito:username": userName, sub, email = "" } = authorizer?.jwt?.claims ?? {};
    if (typeof userName !== "string" || typeof sub !== "string" || withAccount.has(userName)) return;
    withAccount.add(userName);
    if (services.cognito.users().some((user) => user.userName === userName)) return;
    seedAccount({ loginId: userName, sub, email: String(email) });
  }

  const clients = ownEnvironment.run(environmentOf("operator"), () =>
    Object.values(awsClients).map((clientOf) => clientOf()),
  );
  // There is one clock. An answer from before a test moved it must not move a client's, whose next signature would be too old.
  for (const { config } of [...clients, dynamodb, s3])
    Object.assign(config, { disableClockSkewCorrection: async () => true });
  for (const { config } of hasTimeLimits ? [] : clients) {
    const { requestHandler } = config;
    const handle = requestHandler.handle.bind(requestHandler);
    requestHandler.handle = (request, options) => handle(request, { ...options, requestTimeout: 0 });
  }
  let limits: ReturnType<typeof stopTimeLimits> | undefined;

  const logged: string[] = [];
  function beginTest(): void {
    faults.clear();
    logged.length = 0;
    if (!hasTimeLimits) limits = stopTimeLimits();
    vi.spyOn(process.stdout, "write").mockImplementation((line) => logged.push(String(line)) > 0);
  }

  beginTest();
  beforeEach(beginTest);
  afterAll(() => scope.close());
  return {
    dynamodb,
    s3,
    cognito: services.cognito,
    stripe: services.stripe,
    vonage: services.vonage,
    inbox,
    faults,
    requests,
    settings,
    /** The log lines of this test. */
    logged,
    /** May do everything. */
    operator: principals.operator,
    become,
    environmentOf,
    /** The SDK clients of the functions of this portal. */
    awsClients: clients,
    /** For the limits of calls and requests that are under way. */
    letTimePass: (milliseconds: number) => limits?.pass(milliseconds),
    /** Does the work while the functions have those settings. */
    async withSettings<T>(changes: Record<string, string>, work: () => Promise<T>): Promise<T> {
      const before = { ...settings };
      Object.assign(settings, changes);
      try {
        return await work();
      } finally {
        Object.assign(settings, before);
      }
    },
    seedAccount,
    /** Somebody with an account and nothing else. */
    newAccount(): Person {
      const person = newPerson();
      seedAccount(person);
      return person;
    },
    cognitoClient: new CognitoIdentityProviderClient({
      ...common,
      endpoint: settings.AWS_ENDPOINT_URL_COGNITO_IDENTITY_PROVIDER ?? "",
    }),
    /** Deletes all accounts and rows. */
    async reset(): Promise<void> {
      services.reset();
      inbox.clear();
      requests.clear();
      withAccount.clear();
      await emptyTable(dynamodb);
    },
    /** A first caller gets an account; an account that a test deletes stays deleted. */
    async call(name: EndpointName, request: EventParts = {}): Promise<Reply> {
      const event = eventOf(request);
      ensureAccount(event);
      const handler = await scope.track(handlerOf(name));
      const work = ownEnvironment.run(environmentOf(name), () => handler(event, contextOf(name)));
      const { statusCode, headers = {}, body = "" } = await scope.track(work);
      const { requestId } = event.requestContext;
      return { requestId, status: statusCode, headers, text: body, json: JSON.parse(body || "{}") };
    },
    async putSecret(SecretId: string, SecretString: string): Promise<void> {
      const endpoint = settings.AWS_ENDPOINT_URL_SECRETS_MANAGER ?? "";
      const secrets = new SecretsManagerClient({ ...common, endpoint });
      await secrets.send(new PutSecretValueCommand({ SecretId, SecretString }));
    },
    /** Instead of that row. */
    async put(Item: Record<string, unknown>): Promise<void> {
      await table.send(new PutCommand({ TableName, Item }));
    },
    async remove(pk: string, sk: string): Promise<void> {
      await table.send(new DeleteCommand({ TableName, Key: { pk, sk } }));
    },
    async item(pk: string, sk: string): Promise<Record<string, unknown> | undefined> {
      const { Item } = await table.send(new GetCommand({ TableName, Key: { pk, sk } }));
      return Item;
    },
    async partition(pk: string): Promise<Record<string, unknown>[]> {
      const [KeyConditionExpression, ExpressionAttributeValues] = ["pk = :pk", { ":pk": pk }];
      const { Items = [] } = await table.send(
        new QueryCommand({ TableName, KeyConditionExpression, ExpressionAttributeValues }),
      );
      return Items;
    },
    async everything(): Promise<Record<string, unknown>[]> {
      const rows: Record<string, unknown>[] = [];
      for await (const { Items = [] } of paginateScan({ client: table }, { TableName })) rows.push(...Items);
      return rows;
    },
  };
}
export type Portal = Awaited<ReturnType<typeof startPortal>>;
