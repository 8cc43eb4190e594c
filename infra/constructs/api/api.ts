import {
  HttpIntegrationType,
  HttpMethod,
  HttpRoute,
  HttpRouteIntegration,
  type HttpRouteIntegrationConfig,
  HttpRouteKey,
  PayloadFormatVersion,
} from "aws-cdk-lib/aws-apigatewayv2";
import { HttpUserPoolAuthorizer } from "aws-cdk-lib/aws-apigatewayv2-authorizers";
import { ServicePrincipal } from "aws-cdk-lib/aws-iam";
import type { IFunction } from "aws-cdk-lib/aws-lambda";
import { Construct, type IConstruct } from "constructs";
import { type Endpoint, endpoints } from "#shared/endpoints.ts";
import { authenticationHeader } from "#shared/headers.ts";
import { type Boundary, boundaryOf, endpointFunctions, namesOf } from "../../settings/functions.ts";
import { acknowledge } from "../acknowledge.ts";
import type { Auth } from "../auth.ts";
import { arnOf } from "../iam.ts";
import type { BackingServices } from "../lambda/backing-services.ts";
import { FunctionStack } from "../lambda/function-stack.ts";
import { PortalFunction } from "../lambda/portal-function.ts";
import type { Gateway } from "./gateway.ts";

interface ApiProps {
  gateway: Gateway;
  auth: Auth;
  services: BackingServices;
}

/**
 * One route and one function for each endpoint in shared/endpoints.ts. The functions are in nested stacks. Routes and
 * integrations are in the portal's stack: a route that moves to another stack is created there before it is deleted
 * here, and API Gateway refuses a second route with the same key.
 */
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
    const stacks = new Map<Boundary, FunctionStack>();
    const stackOf = (boundary: Boundary): FunctionStack => {
      const stack = stacks.get(boundary) ?? new FunctionStack(this, boundary);
      stacks.set(boundary, stack);
      return stack;
    };
    const routes = namesOf(endpointFunctions).map((name) => {
      const stack = stackOf(boundaryOf(name));
      const settings = endpointFunctions[name];
      const { live } = new PortalFunction(stack, name, { settings, services, log: stack.log });
      this.admit(live, endpoints[name]);
      return this.route(name, endpoints[name], live);
    });
    createInOrder([...routes, gateway.stage]);
  }

  /** Permits API Gateway to call the function, in the function's stack, which does not wait for the route. */
  private admit(live: IFunction, { path }: Endpoint): void {
    live.addPermission("Route", {
      principal: new ServicePrincipal("apigateway.amazonaws.com"),
      sourceArn: arnOf(this, "execute-api", this.gateway.httpApi.apiId, `*/*${path}`),
    });
  }

  private route(name: string, endpoint: Endpoint, live: IFunction): HttpRoute {
    const { method, path, authentication } = endpoint;
    const isGuarded = authentication === "id-token";
    const route = new HttpRoute(this, `${name}-route`, {
      httpApi: this.gateway.httpApi,
      routeKey: HttpRouteKey.with(path, HttpMethod[method]),
      integration: new FunctionIntegration(name, live),
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

/** `HttpLambdaIntegration` without its permission, which would be in the route's stack. */
class FunctionIntegration extends HttpRouteIntegration {
  private readonly uri: string;

  constructor(id: string, { functionArn }: IFunction) {
    super(id);
    this.uri = functionArn;
  }

  bind(): HttpRouteIntegrationConfig {
    return {
      type: HttpIntegrationType.AWS_PROXY,
      uri: this.uri,
      payloadFormatVersion: PayloadFormatVersion.VERSION_2_0,
    };
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
