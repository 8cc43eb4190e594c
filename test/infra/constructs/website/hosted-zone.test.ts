import { expect, test } from "vitest";
import type { Environment } from "#infra/environment.ts";
import { portalApp, synthesized } from "#test/infra/support/portal.ts";
import { onlyResource, resourcesOf } from "#test/infra/support/resources.ts";
import { complete } from "#test/infra/support/settings.ts";

const zoned: Environment = {
  ...complete,
  mail: { name: "x", address: "no-reply@mail.example.jp", identity: "mail.example.jp" },
  domain: {
    names: ["portal.example.jp", "www.example.jp"],
    hostedZones: [{ id: "Z0123456789", name: "example.jp" }],
  },
};
const { hostedZones: _, ...withoutZones } = complete.domain ?? { names: [] };
const unzoned: Environment = { ...complete, domain: withoutZones };

const recordsOf = (environment: Environment) =>
  resourcesOf(synthesized(environment), "AWS::Route53::RecordSet").map(({ properties }) => properties);

test("a hosted zone brings aliases, a certificate in us-east-1 and the mail's identity", () => {
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
  const records = recordsOf(zoned);
  for (const type of ["A", "AAAA"])
    expect(records.filter(({ Type }) => Type === type).map(({ Name }) => Name)).toEqual([
      "portal.example.jp.",
      "www.example.jp.",
    ]);
  expect(records.every(({ HostedZoneId }) => HostedZoneId === "Z0123456789")).toBe(true);
  expect(onlyResource(template, "AWS::SES::EmailIdentity").properties).toMatchObject({
    EmailIdentity: "mail.example.jp",
    ConfigurationSetAttributes: { ConfigurationSetName: { Ref: expect.any(String) } },
    MailFromAttributes: { MailFromDomain: "mail-from.mail.example.jp" },
  });
  expect(onlyResource(template, "AWS::SES::ConfigurationSet").properties).toMatchObject({
    Name: "Portal-prod",
    SuppressionOptions: { SuppressedReasons: ["BOUNCE", "COMPLAINT"] },
    DeliveryOptions: { TlsPolicy: "REQUIRE" },
  });
  const { stacks } = portalApp(zoned);
  expect(stacks.edge.node.tryFindChild("Certificate")).toBeDefined();
  expect(stacks.data.node.tryFindChild("MailSender")).toBeDefined();
  const { DistributionConfig } = onlyResource(template, "AWS::CloudFront::Distribution").properties;
  expect(DistributionConfig.Aliases).toEqual(["portal.example.jp", "www.example.jp"]);
  expect(DistributionConfig.ViewerCertificate.AcmCertificateArn).toBeDefined();
});

test("the sender requires TLS of receiving servers, unless a setting makes it optional", () => {
  const tlsOf = (tls: "require" | "optional" | undefined) => {
    const mail = { name: "x", address: "a@example.jp", identity: "example.jp", ...(tls && { tls }) };
    return onlyResource(synthesized({ ...zoned, mail }), "AWS::SES::ConfigurationSet").properties
      .DeliveryOptions.TlsPolicy;
  };
  expect(([undefined, "require", "optional"] as const).map(tlsOf)).toEqual([
    "REQUIRE",
    "REQUIRE",
    "OPTIONAL",
  ]);
});

test("the sender's domain has the records of DKIM, SPF and DMARC", () => {
  const ofMail = (environment: Environment) =>
    recordsOf(environment).flatMap(({ Type, Name, ResourceRecords }) =>
      /^(MX|TXT)$/.test(Type) ? [[Type, Name, ...ResourceRecords]] : [],
    );
  expect(recordsOf(zoned).filter(({ Type }) => Type === "CNAME")).toHaveLength(3);
  expect(ofMail(zoned)).toEqual([
    ["MX", "mail-from.mail.example.jp.", "10 feedback-smtp.ap-northeast-1.amazonses.com"],
    ["TXT", "mail-from.mail.example.jp.", '"v=spf1 include:amazonses.com ~all"'],
    ["TXT", "_dmarc.mail.example.jp.", '"v=DMARC1; p=none"'],
  ]);
  const mail = { name: "x", address: "a@example.jp", identity: "example.jp" };
  const dmarc = (policy: "reject" | "existing") => ofMail({ ...zoned, mail: { ...mail, dmarc: policy } });
  expect(ofMail({ ...zoned, mail: { ...mail, dmarcReports: "dmarc@example.jp" } })).toContainEqual([
    "TXT",
    "_dmarc.example.jp.",
    '"v=DMARC1; p=none; rua=mailto:dmarc@example.jp"',
  ]);
  expect(dmarc("reject")).toContainEqual(["TXT", "_dmarc.example.jp.", '"v=DMARC1; p=reject"']);
  expect(JSON.stringify(dmarc("existing"))).not.toContain("_dmarc");
});

test("the mail's resources and the certificate outlive the stacks, but no failure", () => {
  const template = synthesized(zoned);
  const mail = resourcesOf(template, "AWS::Route53::RecordSet").filter(
    ({ properties }) => !/^A+$/.test(properties.Type),
  );
  const retained = [
    ...mail,
    ...["SES::EmailIdentity", "SES::ConfigurationSet", "CertificateManager::Certificate"].map((type) =>
      onlyResource(template, `AWS::${type}`),
    ),
  ];
  expect(retained).toHaveLength(9);
  for (const { path, DeletionPolicy, UpdateReplacePolicy } of retained)
    expect([DeletionPolicy, UpdateReplacePolicy], path).toEqual(["RetainExceptOnCreate", "Retain"]);
});

test("each name is written into its own zone, and one in no zone is left to a person", () => {
  const zones = [
    { id: "Z1", name: "example.jp" },
    { id: "Z2", name: "portal.example.jp" },
  ];
  const names = ["www.example.jp", "portal.example.jp", "portal.example.com"];
  const certificateArn = "arn:aws:acm:us-east-1:123456789012:certificate/0a1b2c3d";
  const aliases = recordsOf({ ...zoned, domain: { names, certificateArn, hostedZones: zones } }).filter(
    ({ Type }) => Type === "A",
  );
  expect(aliases.map(({ Name, HostedZoneId }) => [Name, HostedZoneId])).toEqual([
    ["www.example.jp.", "Z1"],
    ["portal.example.jp.", "Z2"],
  ]);
});

test("without one nothing is written to a DNS", () => {
  const template = synthesized(unzoned);
  for (const type of ["Route53::RecordSet", "SES::EmailIdentity", "CertificateManager::Certificate"])
    expect(resourcesOf(template, `AWS::${type}`)).toEqual([]);
});
