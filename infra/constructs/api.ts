import { Stack } from "aws-cdk-lib";
import { AccessLogFormat } from "aws-cdk-lib/aws-apigateway";
import { HttpApi, HttpMethod, HttpStage, LogGroupLogDestination } from "aws-cdk-lib/aws-apigatewayv2";
import { HttpUserPoolAuthorizer } from "aws-cdk-lib/aws-apigatewayv2-authorizers";
import { HttpLambdaIntegration } from "aws-cdk-lib/aws-apigatewayv2-integrations";
import { LogGroup, RetentionDays } from "aws-cdk-lib/aws-logs";
import { Construct } from "constructs";
import { type Endpoint, endpoints } from "../../shared/endpoints.ts";
import { endpointFunctions, type FunctionSettings } from "../settings/functions.ts";
import type { Auth } from "./auth.ts";
import type { BackingServices } from "./backing-services.ts";
import { PortalFunction } from "./portal-function.ts";

interface ApiProps {
  auth: Auth;
}

/** Requests per second that the whole API takes; more are answered with 429. */
const throttle = { rateLimit: 50, burstLimit: 100 };

/** The HTTP API: a route per endpoint of the contract, each answered by the function of its name. */
export class Api extends Construct {
  readonly domainName: string;
  readonly url: string;
  private readonly httpApi: HttpApi;
  private readonly authorizer: HttpUserPoolAuthorizer;

  constructor(scope: Construct, id: string, { auth }: ApiProps) {
    super(scope, id);
    this.httpApi = new HttpApi(this, "HttpApi", {
      apiName: Stack.of(this).stackName,
      createDefaultStage: false,
    });
    this.authorizer = new HttpUserPoolAuthorizer("IdToken", auth.userPool, {
      userPoolClients: [auth.client],
      identitySource: ["$request.header.Authentication"],
    });
    const stage = new HttpStage(this, "Stage", {
      httpApi: this.httpApi,
      autoDeploy: true,
      throttle,
      accessLogSettings: { destination: this.accessLog(), format: accessLogFormat },
    });
    this.url = stage.url;
    this.domainName = `${this.httpApi.apiId}.execute-api.${Stack.of(this).region}.amazonaws.com`;
  }

  /** A function and a route for every endpoint that has a handler today. */
  serveEndpoints(services: BackingServices): void {
    const functions: Record<string, FunctionSettings | undefined> = endpointFunctions;
    for (const [name, endpoint] of Object.entries(endpoints)) {
      const settings = functions[name];
      if (!settings) continue;
      const { lambda } = new PortalFunction(this, name, { settings, services });
      this.route(endpoint, new HttpLambdaIntegration(name, lambda));
    }
  }

  private route({ method, path, authentication }: Endpoint, integration: HttpLambdaIntegration): void {
    this.httpApi.addRoutes({
      path,
      methods: [HttpMethod[method]],
      integration,
      // Every other endpoint proves its caller itself, or has nothing to protect.
      ...(authentication === "id-token" && { authorizer: this.authorizer }),
    });
  }

  private accessLog(): LogGroupLogDestination {
    return new LogGroupLogDestination(
      new LogGroup(this, "AccessLog", { retention: RetentionDays.THREE_MONTHS }),
    );
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
