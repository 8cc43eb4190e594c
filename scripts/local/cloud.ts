/** The local cloud: every service of the portal on one machine, composed from the settings that the stack uses. */
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { S3Client } from "@aws-sdk/client-s3";
import type { FunctionName } from "#infra/settings/functions.ts";
import { createControl } from "./control/routes.ts";
import { sampleCompany } from "./control/sample-company.ts";
import { createEdge } from "./edge/edge.ts";
import { createGateway } from "./edge/gateway.ts";
import { createStaticSite } from "./edge/static-site.ts";
import { createFaults } from "./faults.ts";
import { listen, type RunningServer } from "./http.ts";
import { identifiers, localInvoiceDays, localPrice } from "./identifiers.ts";
import { createInbox } from "./inbox.ts";
import { environmentOf, type SmsCaps, sharedEnvironment } from "./lambda/function-environment.ts";
import { createFunctionLogs } from "./lambda/function-logs.ts";
import { createLambdaHost, type LambdaHost } from "./lambda/lambda-host.ts";
import { createPrincipals } from "./lambda/principals.ts";
import { startSchedules } from "./lambda/schedules.ts";
import { createRequestLog, type RequestLog } from "./request-log.ts";
import { Scope } from "./scope.ts";
import { seedPortal } from "./seed/seed.ts";
import { emptyTable, ensureTable, listCustomers } from "./seed/table.ts";
import { type UserPoolChanges, userPoolOf } from "./seed/user-pool.ts";
import { type Services, type ServicesOptions, startServices } from "./services.ts";
import { createStore } from "./store.ts";

export interface LocalCloudOptions extends SmsCaps {
  /** 0 takes a free port. */
  port: number;
  /** Keeps everything in this folder between runs; in memory otherwise. */
  dataDirectory?: string;
  /** Directory of the functions' bundles; the services start while they are built. */
  functions: Promise<string> | string;
  /** Likewise of the built site, where `devSite` does not answer. */
  site?: Promise<string> | string;
  /** Seconds between runs of a scheduled function, when not as often as deployed. 0: it runs only when asked. */
  scheduleSeconds?: number;
  /** Seeds demo-standard too. */
  withSubscriber?: boolean;
  devSite?: Parameters<typeof createEdge>[0]["devSite"];
  dynamoDb?: ServicesOptions["dynamoDb"];
  /** Multiplies the time limits of the functions and of their calls: more than 1 on a machine that does other work. */
  timeLimitFactor?: number;
  /** Instead of a log of the latest requests. */
  requests?: RequestLog;
  /** A user pool unlike ours, for tests of what ours does not do. */
  userPool?: UserPoolChanges;
}

export interface LocalCloud extends RunningServer {
  lambda: LambdaHost;
  services: Services;
  /** For functions that run outside of the sandboxes, with the operator's credentials. */
  environment: Record<string, string>;
  /** For one that runs in a process of its own. */
  environmentOf(name: FunctionName): Record<string, string>;
}

export async function startLocalCloud(options: LocalCloudOptions): Promise<LocalCloud> {
  const scope = new Scope();
  try {
    return await startIn(scope, options);
  } catch (error) {
    await scope.close();
    throw error;
  }
}

async function startIn(scope: Scope, options: LocalCloudOptions): Promise<LocalCloud> {
  const inbox = createInbox(Date.now);
  const faults = createFaults();
  const requests = options.requests ?? createRequestLog();
  const logs = createFunctionLogs();
  const principals = createPrincipals();
  const store = createStore(options.dataDirectory, scope);
  let siteUrl = "";

  const services = await startServices({
    ...(options.dataDirectory === undefined ? {} : { dataDirectory: options.dataDirectory }),
    ...(options.dynamoDb && { dynamoDb: options.dynamoDb }),
    store,
    principals,
    inbox,
    faults,
    requests,
    scope,
    userPool: userPoolOf(options.userPool ?? {}, (name, event) => lambda.invoke(name, event)),
    siteUrl: () => siteUrl,
  });
  const lambda = createLambdaHost({
    bundles: options.functions,
    timeLimitFactor: options.timeLimitFactor ?? 1,
    onLog: logs.add,
    environmentOf: (name) => environmentOf(name, { services, principals, siteUrl, caps: options }),
  });
  // A request that waits for a function ends with it.
  scope.signal.addEventListener("abort", () => void lambda.kill());
  scope.own({ close: () => lambda.kill() });
  const operator = operatorClients(services, principals);

  async function seed(): Promise<void> {
    await seedPortal({ operator, services, lambda, inbox, withSubscriber: options.withSubscriber ?? false });
    requests.clear();
    logs.clear();
  }

  async function reset(): Promise<void> {
    await lambda.kill();
    for (const part of [inbox, faults, services]) "clear" in part ? part.clear() : part.reset();
    await emptyTable(operator.dynamodb);
    await seed();
  }

  const environment = () => ({
    ...sharedEnvironment(services, siteUrl, options),
    AWS_ACCESS_KEY_ID: principals.operator.accessKeyId,
    AWS_SECRET_ACCESS_KEY: principals.operator.secretAccessKey,
  });
  const schedules = startSchedules(lambda, options.scheduleSeconds, scope);
  const control = createControl({
    inbox,
    faults,
    requests,
    logs,
    services,
    lambda,
    schedules,
    environment,
    customers: () => listCustomers(operator.dynamodb),
    reset,
  });
  const { canaryClientId, clientId, region, userPoolId } = identifiers;
  const edge = createEdge({
    gateway: createGateway(lambda, {
      issuer: services.cognito.issuer,
      clientIds: [clientId, canaryClientId],
      jwks: services.cognito.jwks,
    }),
    site: createStaticSite(options.site ?? ""),
    config: {
      region,
      userPoolId,
      userPoolClientId: clientId,
      userPoolEndpoint: services.origin("cognito"),
      price: localPrice,
      invoiceDaysUntilDue: localInvoiceDays,
      company: sampleCompany,
      passkeys: true,
      ...(options.userPool?.authFlow ? { authFlow: options.userPool.authFlow } : {}),
      registrationNumber: identifiers.registrationNumber,
      trialPeriod: "30日間",
      pluginAddresses: ["203.0.113.10", "203.0.113.11"],
    },
    control,
    ...(options.devSite ? { devSite: options.devSite } : {}),
  });
  const server = await listen(edge, { port: options.port, scope });
  siteUrl = server.url;

  const prepare = async () => {
    await Promise.all([ensureTable(operator.dynamodb), options.functions]);
    if (!services.restored) await seed();
  };
  await Promise.all([prepare(), options.site]);

  return {
    url: siteUrl,
    lambda,
    services,
    environmentOf: (name) => environmentOf(name, { services, principals, siteUrl, caps: options }),
    environment: environment(),
    close: () => scope.close(),
  };
}

function operatorClients({ origin }: Services, { operator }: ReturnType<typeof createPrincipals>) {
  const { accessKeyId, secretAccessKey } = operator;
  const common = { region: identifiers.region, credentials: { accessKeyId, secretAccessKey } };
  return {
    dynamodb: new DynamoDBClient({ ...common, endpoint: origin("dynamodb") }),
    s3: new S3Client({ ...common, endpoint: origin("s3"), forcePathStyle: true }),
  };
}
