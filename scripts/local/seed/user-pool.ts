/** The local user pool: the deployed settings and functions, unless a test wants others. */
import { type FunctionName, userPoolTriggers } from "#infra/settings/functions.ts";
import { userPoolSettings } from "#infra/settings/user-pool.ts";
import type { SiteConfig } from "#shared/site/site-config.ts";
import type { Triggers, UserPoolSettings } from "../emulators/cognito/emulator.ts";

export interface UserPoolChanges {
  settings?: Partial<Omit<UserPoolSettings, "client">> & { client?: Partial<UserPoolSettings["client"]> };
  /** Beside the deployed functions, or instead of those of the same name. */
  triggers?: Triggers;
  /** The site's settings for the sign-in. */
  authFlow?: SiteConfig["authFlow"];
}

type Invoke = (name: FunctionName, event: unknown) => Promise<unknown>;
type TriggerFunction = keyof typeof userPoolTriggers;

export const userPoolOf = ({ settings, triggers }: UserPoolChanges, invoke: Invoke) => {
  const deployed: UserPoolSettings = userPoolSettings;
  return {
    settings: { ...deployed, ...settings, client: { ...deployed.client, ...settings?.client } },
    triggers: { ...deployedTriggers(invoke), ...triggers },
  };
};

const deployedTriggers = (invoke: Invoke): Triggers =>
  Object.fromEntries(
    (Object.keys(userPoolTriggers) as TriggerFunction[]).map((name) => [
      triggerOf(name),
      (event: unknown) => invoke(name, event),
    ]),
  );

/** The function `pre-sign-up` is the trigger `preSignUp`. */
const triggerOf = (name: string): string =>
  name.replace(/-([a-z])/g, (_match, letter: string) => letter.toUpperCase());
