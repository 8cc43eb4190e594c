import type { userPoolSettings } from "#infra/settings/user-pool.ts";
import type { Factor } from "./records/user.ts";

type Deployed = typeof userPoolSettings;

/**
 * The deployed settings, with room for other factors, other flows of the app client, and for a pool without passkeys. Always as the
 * portal has them: existence is hidden, tokens can be revoked, a new address is proven first, a browser is remembered when its user
 * says so.
 */
export interface UserPoolSettings extends Omit<Deployed, "mfa" | "passkeys" | "client"> {
  mfa: { mode: "OPTIONAL" | "ON"; factors: readonly Factor[] };
  passkeys?: Deployed["passkeys"] | undefined;
  client: Omit<Deployed["client"], "authFlows"> & { authFlows: readonly string[] };
}
