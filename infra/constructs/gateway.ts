import { Fn, Stack } from "aws-cdk-lib";
import { AccessLogFormat } from "aws-cdk-lib/aws-apigateway";
import { HttpApi, HttpStage, LogGroupLogDestination } from "aws-cdk-lib/aws-apigatewayv2";
import { LogGroup, RetentionDays } from "aws-cdk-lib/aws-logs";
import { Construct } from "constructs";
import { acknowledge } from "../acknowledge.ts";
import type { Traffic } from "../config.ts";

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
    const log = new LogGroup(this, "AccessLog", { retention: RetentionDays.THREE_MONTHS });
    acknowledge(
      log,
      "holds ids and figures only; CloudWatch's own key encrypts it",
      "NIST.800.53.R5-CloudWatchLogGroupEncrypted",
    );
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
