import { Fn, Stack } from "aws-cdk-lib";
import { AccessLogFormat } from "aws-cdk-lib/aws-apigateway";
import { CfnStage, HttpApi, HttpStage, LogGroupLogDestination } from "aws-cdk-lib/aws-apigatewayv2";
import { FilterPattern } from "aws-cdk-lib/aws-logs";
import { Construct } from "constructs";
import { type Endpoint, endpoints } from "#shared/endpoints.ts";
import type { Environment, Traffic } from "../../environment.ts";
import { isPublic } from "../../settings/lambda/endpoints.ts";
import { Log } from "../log.ts";
import { portalNameOf } from "../portal-name.ts";

/** Metric of the access log: requests that API Gateway throttled. */
export const throttledRequests = "RequestsThrottled";
/** Metric of the access log: answers with 502 and 503, by route. */
export const providerFailures = "ProviderFailures";
export const routeDimension = "Route";

/**
 * The HTTP API without its routes, which are in api.ts: CloudFront needs its address, and functions need CloudFront's.
 */
export class Gateway extends Construct {
  readonly httpApi: HttpApi;
  readonly stage: HttpStage;
  readonly domainName: string;
  readonly url: string;

  constructor(scope: Construct, id: string, { traffic }: Environment) {
    super(scope, id);
    this.httpApi = new HttpApi(this, "HttpApi", {
      apiName: Stack.of(this).stackName,
      createDefaultStage: false,
    });
    this.stage = new HttpStage(this, "Stage", {
      httpApi: this.httpApi,
      autoDeploy: true,
      throttle: { rateLimit: traffic.perSecond, burstLimit: traffic.burst },
      accessLogSettings: { destination: this.accessLog(), format: accessLogFormat },
    });
    setRouteLimits(this.stage, traffic);
    this.url = this.httpApi.apiEndpoint;
    // The host of `https://{host}`, also where an emulator chooses it.
    this.domainName = Fn.select(2, Fn.split("/", this.url));
  }

  private accessLog(): LogGroupLogDestination {
    const log = new Log(this, "AccessLog", { holds: "ids and durations only" });
    // Throttled by API Gateway, before any function. API Gateway has no metric for it.
    log.addMetricFilter("Throttled", {
      filterPattern: FilterPattern.all(
        FilterPattern.stringValue("$.status", "=", "429"),
        FilterPattern.stringValue("$.integrationStatus", "=", "-"),
      ),
      metricNamespace: portalNameOf(this),
      metricName: throttledRequests,
    });
    // A provider or AWS failed (500 is our own failure). CloudWatch bills the hours with data.
    log.addMetricFilter("ProviderFailures", {
      filterPattern: FilterPattern.any(
        FilterPattern.stringValue("$.status", "=", "502"),
        FilterPattern.stringValue("$.status", "=", "503"),
      ),
      metricNamespace: portalNameOf(this),
      metricName: providerFailures,
      dimensions: { [routeDimension]: "$.route" },
    });
    return new LogGroupLogDestination(log);
  }
}

/**
 * Each route has its own limit, so that a flood at one route, past CloudFront, does not affect the others. Public
 * routes have lower limits, because their function runs to refuse. The CDK has no property for it.
 */
function setRouteLimits(stage: HttpStage, { perSecond, burst, publicPerSecond }: Traffic): void {
  const { defaultChild } = stage.node;
  if (!(defaultChild instanceof CfnStage)) throw new Error("The stage has no resource.");
  const limits = Object.values<Endpoint>(endpoints).map((endpoint) => {
    const limit = isPublic(endpoint) ? publicPerSecond : perSecond;
    const bucket = {
      ThrottlingRateLimit: limit,
      ThrottlingBurstLimit: isPublic(endpoint) ? 2 * limit : burst,
    };
    return [`${endpoint.method} ${endpoint.path}`, bucket] as const;
  });
  defaultChild.routeSettings = Object.fromEntries(limits);
}

/** No IP addresses and no query strings. */
const accessLogFormat = AccessLogFormat.custom(
  JSON.stringify({
    requestId: "$context.requestId",
    time: "$context.requestTime",
    route: "$context.routeKey",
    status: "$context.status",
    integrationStatus: "$context.integrationStatus",
    latency: "$context.responseLatency",
    authorizerError: "$context.authorizer.error",
    integrationError: "$context.integrationErrorMessage",
  }),
);
