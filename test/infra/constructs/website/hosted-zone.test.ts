import { expect, test } from "vitest";
import type { Environment } from "#infra/config.ts";
import { portalApp, synthesized } from "#test/infra/support/portal.ts";
import { onlyResource, resourcesOf } from "#test/infra/support/resources.ts";
import { complete } from "#test/infra/support/settings.ts";

const zoned: Environment = {
  ...complete,
  mail: { name: "x", address: "no-reply@mail.example.jp", identity: "mail.example.jp" },
  domain: {
    names: ["portal.example.jp", "www.example.jp"],
    hostedZone: { id: "Z0123456789", name: "example.jp" },
  },
};

test("with a hosted zone the stacks make certificate, aliases and the sender's identity with DKIM", () => {
  const template = synthesized(zoned);
  expect(onlyResource(template, "AWS::CertificateManager::Certificate").properties).toMatchObject({
    DomainName: "portal.example.jp",
    SubjectAlternativeNames: ["www.example.jp"],
    ValidationMethod: "DNS",
    DomainValidationOptions: [
      { DomainName: "portal.example.jp", HostedZoneId: "Z0123456789" },
      { DomainName: "www.example.jp", HostedZoneId: "Z0123456789" },
    ],
  });
  const records = resourcesOf(template, "AWS::Route53::RecordSet").map(({ properties }) => properties);
  const ofType = (type: string) => records.filter(({ Type }) => Type === type);
  for (const type of ["A", "AAAA"])
    expect(ofType(type).map(({ Name }) => Name)).toEqual(["portal.example.jp.", "www.example.jp."]);
  expect(ofType("CNAME")).toHaveLength(3);
  expect(records.every(({ HostedZoneId }) => HostedZoneId === "Z0123456789")).toBe(true);
  expect(onlyResource(template, "AWS::SES::EmailIdentity").properties).toMatchObject({
    EmailIdentity: "mail.example.jp",
    ConfigurationSetAttributes: { ConfigurationSetName: { Ref: expect.any(String) } },
  });
  expect(onlyResource(template, "AWS::SES::ConfigurationSet").properties).toMatchObject({
    SuppressionOptions: { SuppressedReasons: ["BOUNCE", "COMPLAINT"] },
    DeliveryOptions: { TlsPolicy: "REQUIRE" },
  });
  const { DistributionConfig } = onlyResource(template, "AWS::CloudFront::Distribution").properties;
  expect(DistributionConfig.Aliases).toEqual(["portal.example.jp", "www.example.jp"]);
  expect(DistributionConfig.ViewerCertificate.AcmCertificateArn).toBeDefined();
});

test("the certificate is made in us-east-1, the identity where mail is sent", () => {
  const { stacks } = portalApp(zoned);
  expect(stacks.edge.region).toBe("us-east-1");
  expect(stacks.edge.node.tryFindChild("Certificate")).toBeDefined();
  expect(stacks.data.node.tryFindChild("MailSender")).toBeDefined();
});

test("without one nothing is written to a DNS", () => {
  const template = synthesized(complete);
  for (const type of ["Route53::RecordSet", "SES::EmailIdentity", "CertificateManager::Certificate"])
    expect(resourcesOf(template, `AWS::${type}`)).toEqual([]);
});
