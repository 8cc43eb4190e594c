/** `GET /config.json`: the settings of the site's environment. */
import type { SiteConfig } from "#shared/site/site-config.ts";
import { fetchWithin } from "./connection-error.ts";

/** The settings that are validated where they are used. A sign-in needs the others. */
type Unchecked = "company" | "price" | "pluginAddresses" | "authFlow";
export type LoadedConfig = Omit<SiteConfig, Unchecked> & { [Name in Unchecked]?: unknown };

const isText = (value: unknown): boolean => typeof value === "string" && value !== "";

/** Written by hand, because the sign-in screen loads no validation library. */
function isSiteConfig(value: unknown): value is LoadedConfig {
  if (typeof value !== "object" || value === null) return false;
  const config: Partial<Record<keyof SiteConfig, unknown>> = value;
  return (
    [config.region, config.userPoolId, config.userPoolClientId].every(isText) &&
    (config.userPoolEndpoint === undefined || isText(config.userPoolEndpoint))
  );
}

async function fetchSiteConfig(): Promise<LoadedConfig> {
  const response = await fetchWithin(30_000, "/config.json");
  if (!response.ok) throw new Error(`config.json: ${response.status}`);
  const config: unknown = await response.json();
  if (!isSiteConfig(config)) throw new Error("config.json is malformed");
  return config;
}

let loaded: Promise<LoadedConfig> | undefined;

/**
 * Loads the settings once per page load; a failure is not cached. Throws `ConnectionError`, or `Error` if the
 * file is missing or malformed.
 */
export function loadSiteConfig(): Promise<LoadedConfig> {
  loaded ??= fetchSiteConfig().catch((error: unknown) => {
    loaded = undefined;
    throw error;
  });
  return loaded;
}
