/** The sender of our mail: the SES identity, and the configuration set that SES applies to it. */
import { type Environment, zoneOf } from "../environment.ts";
import { portalName } from "./names.ts";

/** The identity that the stacks create; undefined when it exists already, or lies in no configured zone. */
export function ownIdentityOf({ name, mail, domain, adopted }: Environment) {
  if (!mail || adopted?.mailIdentity) return undefined;
  const zone = zoneOf(mail.identity, domain);
  // A fixed name: no stack refers to another for it, and another environment can name it.
  return zone && { mail, zone, configurationSet: portalName(name) };
}

/** Name of the identity's default configuration set; undefined for none. */
export const configurationSetOf = (environment: Environment): string | undefined =>
  ownIdentityOf(environment)?.configurationSet ?? environment.adopted?.mailIdentity?.configurationSet;
