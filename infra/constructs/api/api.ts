import { HttpMethod, HttpRoute, HttpRouteKey } from "aws-cdk-lib/aws-apigatewayv2";
import { HttpUserPoolAuthorizer } from "aws-cdk-lib/aws-apigatewayv2-authorizers";
import { HttpLambdaIntegration } from "aws-cdk-lib/aws-apigatewayv2-integrations";
import type { IFunction } from "aws-cdk-lib/aws-lambda";
import { Construct, type IConstruct } from "constructs";
import { type Endpoint, endpoints } from "#shared/endpoints.ts";
import { authenticationHeader } from "#shared/headers.ts";
import type { FunctionSettings } from "../../settings/function-settings.ts";
import { endpointFunctions } from "../../settings/functions.ts";
import { acknowledge } from "../acknowledge.ts";
import type { Auth } from "../auth.ts";
import type { BackingServices } from "../lambda/backing-services.ts";
import { PortalFunction } from "../lambda/portal-function.ts";
import type { Gateway } from "./gateway.ts";

interface ApiProps {
  gateway: Gateway;
  auth: Auth;
  services: BackingServices;
}

/** One route and one function for each endpoint in shared/endpoints.ts. */
export class Api extends Construct {
  private readonly gateway: Gateway;
  private readonly authorizer: HttpUserPoolAuthorizer;

  constructor(scope: Construct, id: string, { gateway, auth, services }: ApiProps) {
    super(scope, id);
    this.gateway = gateway;
    this.authorizer = new HttpUserPoolAuthorizer("IdToken", auth.userPool, {
      userPoolClients: [auth.client, auth.canaryClient],
      identitySource: [`$request.header.${authenticationHeader}`],
    });
    const functions: Record<string, FunctionSettings | undefined> = endpointFunctions;
    const routes = Object.entries(endpoints).flatMap(([name, endpoint]) => {
      const settings = functions[name];
      if (!settings) return [];
      const { live } = new PortalFunction(this, name, { settings, services });
      return [this.route(name, endpoint, live)];
    });
    createInOrder([...routes, gateway.stage]);
  }

  private route(name: string, endpoint: Endpoint, live: IFunction): HttpRoute {
    const { method, path, authentication } = endpoint;
    const isGuarded = authentication === "id-token";
    const route = new HttpRoute(this, `${name}-route`, {
      httpApi: this.gateway.httpApi,
      routeKey: HttpRouteKey.with(path, HttpMethod[method]),
      integration: new HttpLambdaIntegration(name, live),
      ...(isGuarded && { authorizer: this.authorizer }),
    });
    if (isGuarded) return route;
    const reason =
      authentication === "stripe-signature"
        ? "the function verifies Stripe's signature"
        : "public by specification; the firewall and the function limit requests";
    acknowledge(route, reason, "AwsSolutions-APIG4");
    return route;
  }
}

/**
 * API Gateway refuses changes to one API that arrive at the same time ("Unable to complete operation due to concurrent
 * modification"). The stage comes last: with `autoDeploy` it starts a deployment of its own after each change.
 */
function createInOrder(parts: readonly IConstruct[]): void {
  for (const [index, part] of parts.entries()) {
    const previous = parts[index - 1];
    if (previous) part.node.addDependency(previous);
  }
}
