import { Fn, Stack } from "aws-cdk-lib";
import { AccessLogFormat } from "aws-cdk-lib/aws-apigateway";
import { HttpApi, HttpStage, LogGroupLogDestination } from "aws-cdk-lib/aws-apigatewayv2";
import { FilterPattern } from "aws-cdk-lib/aws-logs";
import { Construct } from "constructs";
import type { Traffic } from "../../config.ts";
import { Log } from "../log.ts";
import { portalNameOf } from "../portal-name.ts";

/** Metric of ours that CloudWatch counts in the access log. */
export const throttledRequests = "RequestsThrottled";

interface GatewayProps {
  traffic: Traffic;
}

/** The HTTP API without its routes, which are in api.ts: CloudFront needs its address, and functions need CloudFront's. */
export class Gateway extends Construct {
  readonly httpApi: HttpApi;
  readonly stage: HttpStage;
  readonly domainName: string;
  readonly url: string;

  constructor(scope: Construct, id: string, { traffic }: GatewayProps) {
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
    this.url = this.httpApi.apiEndpoint;
    // The host of `https://{host}`, also where an emulator chooses it.
    this.domainName = Fn.select(2, Fn.split("/", this.url));
  }

  private accessLog(): LogGroupLogDestination {
    const log = new Log(this, "AccessLog", { holds: "ids and durations only" });
    // Refused by the API's own throttling, so that no function was asked. There is no such metric of API Gateway's.
    log.addMetricFilter("Throttled", {
      filterPattern: FilterPattern.all(
        FilterPattern.stringValue("$.status", "=", "429"),
        FilterPattern.stringValue("$.integrationStatus", "=", "-"),
      ),
      metricNamespace: portalNameOf(this),
      metricName: throttledRequests,
    });
    return new LogGroupLogDestination(log);
  }
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
