import { HttpApi, HttpMethod, HttpRoute, HttpRouteKey, type IHttpApi } from "aws-cdk-lib/aws-apigatewayv2";
import { HttpUserPoolAuthorizer } from "aws-cdk-lib/aws-apigatewayv2-authorizers";
import { HttpLambdaIntegration } from "aws-cdk-lib/aws-apigatewayv2-integrations";
import { UserPool, UserPoolClient } from "aws-cdk-lib/aws-cognito";
import type { Function as LambdaFunction } from "aws-cdk-lib/aws-lambda";
import { Construct } from "constructs";
import { type Endpoint, endpoints } from "../../shared/endpoints.ts";
import { acknowledge } from "../acknowledge.ts";
import type { FunctionSettings } from "../settings/function-settings.ts";
import { endpointFunctions } from "../settings/functions.ts";
import type { BackingServices } from "./backing-services.ts";
import { PortalFunction } from "./portal-function.ts";
import { shared } from "./shared-values.ts";

interface ApiProps {
  services: BackingServices;
}

/** A route per endpoint of the contract, each answered by the function of its name. */
export class Api extends Construct {
  private readonly httpApi: IHttpApi;
  private readonly authorizer: HttpUserPoolAuthorizer;

  constructor(scope: Construct, id: string, { services }: ApiProps) {
    super(scope, id);
    this.httpApi = HttpApi.fromHttpApiAttributes(this, "Gateway", { httpApiId: shared(this, "api-id") });
    const userPool = UserPool.fromUserPoolId(this, "UserPool", shared(this, "user-pool-id"));
    const client = UserPoolClient.fromUserPoolClientId(this, "Client", shared(this, "user-pool-client-id"));
    this.authorizer = new HttpUserPoolAuthorizer("IdToken", userPool, {
      userPoolClients: [client],
      identitySource: ["$request.header.Authentication"],
    });
    const functions: Record<string, FunctionSettings | undefined> = endpointFunctions;
    for (const [name, endpoint] of Object.entries(endpoints)) {
      const settings = functions[name];
      if (!settings) continue;
      const { lambda } = new PortalFunction(this, name, { settings, services });
      this.route(name, endpoint, lambda);
    }
  }

  private route(name: string, endpoint: Endpoint, lambda: LambdaFunction): void {
    const { method, path, authentication } = endpoint;
    const isGuarded = authentication === "id-token";
    const route = new HttpRoute(this, `${name}-route`, {
      httpApi: this.httpApi,
      routeKey: HttpRouteKey.with(path, HttpMethod[method]),
      integration: new HttpLambdaIntegration(name, lambda),
      ...(isGuarded && { authorizer: this.authorizer }),
    });
    if (isGuarded) return;
    const reason =
      authentication === "stripe-signature"
        ? "the function proves its caller by Stripe's signature"
        : "open to everybody by specification; the firewall and the function's own limits hold abuse off";
    acknowledge(route, reason, "AwsSolutions-APIG4");
  }
}
