import { Fn, Stack } from "aws-cdk-lib";
import { AccessLogFormat } from "aws-cdk-lib/aws-apigateway";
import { HttpApi, HttpStage, LogGroupLogDestination } from "aws-cdk-lib/aws-apigatewayv2";
import { Construct } from "constructs";
import type { Traffic } from "../config.ts";
import { Log } from "./log.ts";

interface GatewayProps {
  traffic: Traffic;
}

/** The HTTP API without its routes: the address that CloudFront forwards to, and the ceiling on what comes in. */
export class Gateway extends Construct {
  readonly apiId: string;
  readonly domainName: string;
  readonly url: string;

  constructor(scope: Construct, id: string, { traffic }: GatewayProps) {
    super(scope, id);
    const httpApi = new HttpApi(this, "HttpApi", {
      apiName: Stack.of(this).stackName,
      createDefaultStage: false,
    });
    new HttpStage(this, "Stage", {
      httpApi,
      autoDeploy: true,
      throttle: { rateLimit: traffic.perSecond, burstLimit: traffic.burst },
      accessLogSettings: { destination: this.accessLog(), format: accessLogFormat },
    });
    this.apiId = httpApi.apiId;
    this.url = httpApi.apiEndpoint;
    // `https://{host}`, whoever's API it is.
    this.domainName = Fn.select(2, Fn.split("/", httpApi.apiEndpoint));
  }

  private accessLog(): LogGroupLogDestination {
    const log = new Log(this, "AccessLog", { holds: "ids and figures only" });
    return new LogGroupLogDestination(log);
  }
}

/** Ids and figures only: no addresses, no query strings. */
const accessLogFormat = AccessLogFormat.custom(
  JSON.stringify({
    requestId: "$context.requestId",
    time: "$context.requestTime",
    route: "$context.routeKey",
    status: "$context.status",
    latency: "$context.responseLatency",
    authorizerError: "$context.authorizer.error",
    integrationError: "$context.integrationErrorMessage",
  }),
);
