import type { Domain, HostedZone } from "../environment.ts";

/** The configured hosted zone that the name lies in; of several the one with the longest name. */
export function zoneOf(name: string, domain: Domain | undefined): HostedZone | undefined {
  const zones = (domain?.hostedZones ?? []).filter(
    (zone) => name === zone.name || name.endsWith(`.${zone.name}`),
  );
  return zones.sort((one, other) => other.name.length - one.name.length)[0];
}
