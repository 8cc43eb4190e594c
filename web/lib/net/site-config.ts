/** `GET /config.json`: the settings of the environment that this copy of the site was deployed to. */
import type { SiteConfig } from "#shared/site/site-config.ts";
import { fetchWithin } from "./connection-error.ts";

/** Checks only the settings that every sign-in needs; the others are checked where they are used. */
type Unchecked = "company" | "price" | "pluginAddresses" | "authFlow";
export type LoadedConfig = Omit<SiteConfig, Unchecked> & { [Name in Unchecked]?: unknown };

const isText = (value: unknown): boolean => typeof value === "string" && value !== "";

/** By hand: the sign-in screen should not have to load a validation library for a few strings. */
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
 * Once a visit; a failure is not cached, so that the next caller tries again. Throws `ConnectionError`, or a plain `Error`
 * when the file is missing or malformed.
 */
export function loadSiteConfig(): Promise<LoadedConfig> {
  loaded ??= fetchSiteConfig().catch((error: unknown) => {
    loaded = undefined;
    throw error;
  });
  return loaded;
}
