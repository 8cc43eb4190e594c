import { Match } from "aws-cdk-lib/assertions";
import { expect, test } from "vitest";
import { endpointFunctions } from "#infra/settings/functions.ts";
import { endpoints } from "#shared/endpoints.ts";
import { synthesized } from "#test/infra/support/portal.ts";
import { onlyResource, resourcesOf } from "#test/infra/support/resources.ts";

const template = synthesized();

test("every endpoint that has a function has a route to it", () => {
  const functions = new Map(
    resourcesOf(template, "AWS::Lambda::Alias").map(({ id, path }) => [id, path.split("/").at(-2)]),
  );
  const integrations = new Map(
    resourcesOf(template, "AWS::ApiGatewayV2::Integration").map(({ id, properties }) => [
      id,
      functions.get(properties.IntegrationUri.Ref),
    ]),
  );
  const routes = resourcesOf(template, "AWS::ApiGatewayV2::Route").map(({ properties }) => ({
    key: properties.RouteKey,
    authorization: properties.AuthorizationType,
    answeredBy: integrations.get(properties.Target["Fn::Join"][1][1].Ref),
  }));
  const contract = Object.entries(endpoints)
    .filter(([name]) => name in endpointFunctions)
    .map(([name, { method, path, authentication }]) => ({
      key: `${method} ${path}`,
      authorization: authentication === "id-token" ? "JWT" : "NONE",
      answeredBy: name,
    }));
  expect(contract).toHaveLength(Object.keys(endpointFunctions).length);
  expect(routes).toEqual(expect.arrayContaining(contract));
  expect(routes).toHaveLength(contract.length);
});

test("the authorizer takes the pool's tokens for its clients from Authentication", () => {
  const pool = onlyResource(template, "AWS::Cognito::UserPool");
  const site = onlyResource(template, "AWS::Cognito::UserPoolClient", "SiteClient");
  const canary = onlyResource(template, "AWS::Cognito::UserPoolClient", "CanaryClient");
  const authorizer = onlyResource(template, "AWS::ApiGatewayV2::Authorizer");
  expect(authorizer.properties).toMatchObject({
    AuthorizerType: "JWT",
    IdentitySource: ["$request.header.Authentication"],
    JwtConfiguration: {
      Audience: [{ Ref: site.id }, { Ref: canary.id }],
      Issuer: { "Fn::Join": ["", ["https://cognito-idp.ap-northeast-1.amazonaws.com/", { Ref: pool.id }]] },
    },
  });
  for (const { properties } of resourcesOf(template, "AWS::ApiGatewayV2::Route")) {
    const expected = properties.AuthorizationType === "JWT" ? { Ref: authorizer.id } : undefined;
    expect(properties.AuthorizerId, properties.RouteKey).toEqual(expected);
  }
});

test("each route has a limit of its own, lower where anybody may call", () => {
  const { RouteSettings } = onlyResource(template, "AWS::ApiGatewayV2::Stage").properties;
  const expected = Object.values(endpoints).map(({ method, path, authentication }) => {
    const needsNoToken = !["id-token", "stripe-signature"].includes(authentication);
    const [rate, burst] = needsNoToken ? [10, 20] : [50, 100];
    return [`${method} ${path}`, { ThrottlingRateLimit: rate, ThrottlingBurstLimit: burst }];
  });
  expect(RouteSettings).toEqual(Object.fromEntries(expected));
  const routes = resourcesOf(template, "AWS::ApiGatewayV2::Route").map(
    ({ properties }) => properties.RouteKey,
  );
  expect(Object.keys(RouteSettings).sort()).toEqual(routes.sort());
});

test("the whole API has a ceiling, and its log names no person and no query", () => {
  template.hasResourceProperties("AWS::ApiGatewayV2::Stage", {
    StageName: "$default",
    AutoDeploy: true,
    DefaultRouteSettings: { ThrottlingBurstLimit: Match.anyValue(), ThrottlingRateLimit: Match.anyValue() },
  });
  const { properties } = onlyResource(template, "AWS::ApiGatewayV2::Stage");
  expect(properties.AccessLogSettings.Format).not.toMatch(/identity|claims|path|query|userAgent|sourceIp/i);
});

test("no origin but our own may call the API from a browser", () => {
  template.hasResourceProperties("AWS::ApiGatewayV2::Api", { CorsConfiguration: Match.absent() });
});

test("a provider's failures are counted by route, on the dashboard too", () => {
  const { properties } = onlyResource(template, "AWS::Logs::MetricFilter", "ProviderFailures");
  expect(properties.MetricTransformations).toMatchObject([
    { MetricName: "ProviderFailures", Dimensions: [{ Key: "Route", Value: "$.route" }] },
  ]);
  const { DashboardBody } = onlyResource(template, "AWS::CloudWatch::Dashboard").properties;
  expect(JSON.stringify(DashboardBody)).toContain("{Portal-dev,Route} MetricName=");
});
