/** The settings with DNS names: the site's, and the mail sender's. */
import * as z from "zod/mini";
import { text } from "./rules.ts";

const hostName = /^([a-z0-9-]+\.)+[a-z]+$/;
const hostNames = 'a list of host names, the site\'s first: ["portal.example.jp"]';
const oneOfNames = "one of `domain.names`, or leave it out";
const zones = 'Route 53 shows them: [{ id: "Z0123456789", name: "example.jp" }]';

const hostedZone = z.strictObject(
  {
    /** `Z...` */
    id: text(/^Z[A-Z0-9]+$/, zones),
    /** Without a dot at its end. */
    name: text(hostName, zones),
  },
  zones,
);
export type HostedZone = z.infer<typeof hostedZone>;

const names = z.strictObject({
  /** The first is the site's. The others serve it too, e.g. the old name while a domain moves. */
  names: z.array(text(hostName, hostNames), hostNames).check(z.minLength(1, hostNames)),
  /**
   * An ACM certificate of all names, in us-east-1. Without it the stacks create one, and every name must be in a hosted
   * zone.
   */
  certificateArn: z.optional(
    text(
      /^arn:aws:acm:us-east-1:\d{12}:certificate\/.+$/,
      "the ARN of a certificate in us-east-1 (CloudFront takes no other)",
    ),
  ),
  /**
   * Our Route 53 zones: the stacks create the records of the names in them, the certificate and, for a sender in one,
   * the SES identity. An operator points names outside of them to CloudFront.
   */
  hostedZones: z.optional(z.array(hostedZone, zones)),
  /**
   * The relying party of the passkeys: the first name unless set. A passkey belongs to its relying party for ever, so
   * the old name stays the relying party where a domain moves: docs/runbooks/move-domain.md#passkeys.
   */
  relyingParty: z.optional(text(hostName, oneOfNames)),
});
export type Domain = z.infer<typeof names>;

export const domain = names.check(checkCertificate, ({ value, issues }) => {
  if (value.relyingParty === undefined || value.names.includes(value.relyingParty)) return;
  issues.push({ code: "custom", input: value, path: ["relyingParty"], message: oneOfNames });
});

function checkCertificate({ value, issues }: z.core.ParsePayload<Domain>): void {
  const outside = value.names.filter((name) => !zoneOf(name, value));
  if (value.certificateArn || outside.length === 0) return;
  issues.push({
    code: "custom",
    input: value,
    path: ["certificateArn"],
    message: `the ARN of a certificate, or add the zone of ${outside.join(", ")} to \`domain.hostedZones\` to have one made`,
  });
}

export const relyingPartyIn = ({ relyingParty, names }: Domain): string | undefined =>
  relyingParty ?? names[0];

/** The configured hosted zone that the name lies in; of several the one with the longest name. */
export function zoneOf(name: string, domain: Domain | undefined): HostedZone | undefined {
  const zones = (domain?.hostedZones ?? []).filter(
    (zone) => name === zone.name || name.endsWith(`.${zone.name}`),
  );
  return zones.sort((one, other) => other.name.length - one.name.length)[0];
}

const sender = z.strictObject(
  {
    /** Display name of the sender. */
    name: z.string("the sender's display name"),
    address: z.email("an e-mail address"),
    /** The verified SES identity that sends as `address`: the address, its domain or a domain above. */
    identity: z.string("the verified SES identity of the sender"),
    /**
     * The policy of the stacks' DMARC record for mail that fails: `none` (the default) reports only. `existing` keeps
     * an existing record.
     */
    dmarc: z.optional(
      z.enum(["none", "quarantine", "reject", "existing"], "none, quarantine, reject or existing"),
    ),
    /**
     * `require` (the default): SES sends to servers with TLS only. `optional`: in plain text to those without it
     * (decision 60). With `adopted.mailIdentity` its configuration set decides.
     */
    tls: z.optional(z.enum(["require", "optional"], "require or optional")),
    /**
     * Gets the daily reports of receivers. Another domain must publish that it accepts them (RFC 7489, section 7.1).
     */
    dmarcReports: z.optional(z.email("the e-mail address for the reports of DMARC, or leave it out")),
  },
  "{ name, address, identity }; without it Cognito sends 50 mails a day and we send none",
);
export type Mail = z.infer<typeof sender>;

function isSender({ address, identity }: Mail): boolean {
  // The rule of `address` reports a malformed one.
  const [, domain = identity] = address.split("@");
  return identity === address || `.${domain}`.endsWith(`.${identity}`);
}

export const mail = sender.check(
  z.refine(isSender, {
    path: ["identity"],
    error: "the verified SES identity of `mail.address`: that address, its domain or a domain above",
  }),
);
