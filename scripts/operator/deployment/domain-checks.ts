/** Checks of certificate, hosted zones and public DNS before a deployment. */
import { resolveNs } from "node:dns/promises";
import { ACMClient, DescribeCertificateCommand, ResourceNotFoundException } from "@aws-sdk/client-acm";
import {
  GetHostedZoneCommand,
  ListResourceRecordSetsCommand,
  NoSuchHostedZone,
  Route53Client,
  type RRType,
} from "@aws-sdk/client-route-53";
import { type Environment, type HostedZone, zoneOf } from "#infra/environment.ts";
import { ownIdentityOf } from "#infra/settings/sender.ts";
import { undefinedIfError } from "../undefined-if-error.ts";
import { type Check, type Finding, fix, ok, unknown } from "./check.ts";
import type { Deployed } from "./deployed.ts";

export function domainChecks(environment: Environment, deployed: () => Promise<Deployed>): Check[] {
  const { certificateArn, names = [], hostedZones = [] } = environment.domain ?? {};
  const route53 = new Route53Client({ region: "us-east-1" });
  return [
    ...(certificateArn ? [{ title: "Certificate", run: () => checkCertificate(certificateArn, names) }] : []),
    ...hostedZones.map((zone) => ({
      title: `Hosted zone ${zone.name}`,
      run: () => checkHostedZone({ route53, zone, environment, deployed }),
    })),
  ];
}

async function checkCertificate(arn: string, names: readonly string[]): Promise<Finding> {
  const acm = new ACMClient({ region: "us-east-1" });
  const command = new DescribeCertificateCommand({ CertificateArn: arn });
  const found = await undefinedIfError(ResourceNotFoundException, acm.send(command));
  if (!found) return fix(`Correct domain.certificateArn: this account has no certificate ${arn}.`);
  const { Status, SubjectAlternativeNames = [] } = found.Certificate ?? {};
  if (Status !== "ISSUED")
    return fix(`The certificate is ${Status}: publish its validation records in the DNS.`);
  const missing = names.filter((name) => !SubjectAlternativeNames.some((each) => covers(each, name)));
  if (missing.length > 0) return fix(`Request a certificate that also names ${missing.join(", ")}.`);
  return ok(`Issued for ${names.join(", ")}.`);
}

const covers = (pattern: string, name: string): boolean =>
  pattern === name || (pattern.startsWith("*.") && name.replace(/^[^.]+/, "*") === pattern);

interface ZoneCheck {
  route53: Route53Client;
  zone: HostedZone;
  environment: Environment;
  deployed: () => Promise<Deployed>;
}

async function checkHostedZone(check: ZoneCheck): Promise<Finding> {
  const { id, name } = check.zone;
  const command = new GetHostedZoneCommand({ Id: id });
  const answer = await undefinedIfError(NoSuchHostedZone, check.route53.send(command));
  if (!answer) return fix(`Correct the id in domain.hostedZones: this account has no zone ${id}.`);
  const found = withoutDot(answer.HostedZone?.Name ?? "");
  if (found !== name) return fix(`Write the name in domain.hostedZones as ${found}: that is the zone ${id}.`);
  if (answer.HostedZone?.Config?.PrivateZone)
    return fix(`Write a public zone in domain.hostedZones: ${id} is private.`);
  const taken = await recordsTaken(check);
  if (taken.length > 0) return fix(adviceOnRecords(taken, check.zone));
  return checkDelegation(name, answer.DelegationSet?.NameServers ?? []);
}

/** The public DNS has to name the zone's servers: certificate, DKIM and the site's name depend on it. */
async function checkDelegation(name: string, nameServers: readonly string[]): Promise<Finding> {
  const wanted = nameServers.map(withoutDot);
  const advice = `enter ${wanted.join(", ")} as the name servers of ${name} at its registrar, or in the zone above it`;
  try {
    const actual = (await resolveNs(name)).map(withoutDot);
    if (actual.some((each) => wanted.includes(each))) return ok(`${name} is delegated to its zone.`);
    return fix(`${name} is served by ${actual.join(", ")}: ${advice}.`);
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    if (/^(ENOTFOUND|ENODATA|ESERVFAIL)$/.test(code)) return fix(`${name} is not delegated: ${advice}.`);
    return unknown(
      `The public DNS does not answer (${code}): ask elsewhere, dig NS ${name}, for ${wanted.join(", ")}.`,
    );
  }
}

interface Wanted {
  name: string;
  type: RRType;
}

/** Records that the stacks would create and that exist already: CloudFormation refuses them. */
async function recordsTaken({ route53, zone, environment, deployed }: ZoneCheck): Promise<Wanted[]> {
  const wanted = recordsOf(environment).filter(
    ({ name }) => zoneOf(name, environment.domain)?.id === zone.id,
  );
  const held = await deployed();
  const taken = await Promise.all(
    wanted.map(async (record) => {
      const { ResourceRecordSets = [] } = await route53.send(
        new ListResourceRecordSetsCommand({
          HostedZoneId: zone.id,
          StartRecordName: `${record.name}.`,
          StartRecordType: record.type,
          MaxItems: 1,
        }),
      );
      const exists = ResourceRecordSets.some(
        ({ Name = "", Type }) => withoutDot(Name) === record.name && Type === record.type,
      );
      return exists && !held.has("AWS::Route53::RecordSet", record.name) ? [record] : [];
    }),
  );
  return taken.flat();
}

function recordsOf(environment: Environment): Wanted[] {
  const { mail } = ownIdentityOf(environment) ?? {};
  const ofSite = (environment.domain?.names ?? []).flatMap((name) => [
    { name, type: "A" as const },
    { name, type: "AAAA" as const },
  ]);
  if (!mail) return ofSite;
  const mailFrom = `mail-from.${mail.identity}`;
  return [
    ...ofSite,
    { name: mailFrom, type: "MX" },
    { name: mailFrom, type: "TXT" },
    ...(mail.dmarc === "existing" ? [] : [{ name: `_dmarc.${mail.identity}`, type: "TXT" as const }]),
  ];
}

function adviceOnRecords(taken: readonly Wanted[], { name }: HostedZone): string {
  const dmarc = taken.find((record) => record.name.startsWith("_dmarc."));
  if (dmarc)
    return `${dmarc.name} has a DMARC record: write mail.dmarc as "existing", which leaves it as it is.`;
  const list = taken.map((record) => `${record.type} ${record.name}`).join(", ");
  return `Delete from the zone ${name} what no stack of this environment holds and the deployment creates: ${list}.`;
}

const withoutDot = (name: string): string => name.replace(/\.$/, "").toLowerCase();
