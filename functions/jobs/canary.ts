import { AdminInitiateAuthCommand } from "@aws-sdk/client-cognito-identity-provider";
import { cognito } from "#functions/platform/aws-clients.ts";
import { readCanaryCredentials } from "#functions/platform/secrets.ts";
import { inContext } from "#functions/runtime/context.ts";
import { environment } from "#functions/runtime/environment.ts";
import { errorFields, log } from "#functions/runtime/log.ts";
import { countMetric } from "#functions/runtime/metrics.ts";
import type { Price } from "#shared/site/site-config.ts";
import { measureSubscriptions } from "./canary/alarm-subscriptions.ts";
import { measureMailAccount } from "./canary/mail-account.ts";
import {
  comparePrice,
  fetchDownload,
  listWebhookEndpoints,
  loadSite,
  readOwnProfile,
  requireWebhook,
} from "./canary/steps.ts";

/** Returns the id token. Throws if the user pool refuses or asks for another challenge. */
async function signIn(loginId: string, password: string): Promise<string> {
  const command = new AdminInitiateAuthCommand({
    UserPoolId: environment("USER_POOL_ID"),
    ClientId: environment("CANARY_CLIENT_ID"),
    AuthFlow: "ADMIN_USER_PASSWORD_AUTH",
    AuthParameters: { USERNAME: loginId, PASSWORD: password },
  });
  const { AuthenticationResult, ChallengeName } = await cognito().send(command);
  if (AuthenticationResult?.IdToken) return AuthenticationResult.IdToken;
  throw new Error(`the pool asks the canary for ${ChallengeName}`);
}

interface Outcome {
  /** Names of steps. */
  passed: string[];
  /** Names of a provider's checks that failed. */
  failed: string[];
}
type Step = <T>(name: string, take: () => T | Promise<T>) => Promise<T>;

/** Returns a function that runs a step and notes its outcome. Logs a step's error before it throws it. */
const stepsOf = (failure: "canary failed" | "provider check failed", { passed, failed }: Outcome): Step => {
  return async (name, take) => {
    try {
      const result = await take();
      passed.push(name);
      return result;
    } catch (cause) {
      failed.push(name);
      log("error", failure, { step: name, ...errorFields(cause) });
      throw new Error(`${failure}: ${name}`, { cause });
    }
  };
};

/** Checks the key first: without it, the next steps would report misleading errors. */
async function checkStripe(step: Step, siteUrl: string, price: Price): Promise<void> {
  const endpoints = await step("stripe", listWebhookEndpoints);
  await step("webhook", () => requireWebhook(siteUrl, endpoints));
  await step("price", () => comparePrice(price));
}

/**
 * Signs in as the canary's customer and makes the calls that customers make every day. Throws if a step
 * fails, which raises an alarm and stops a deployment. A provider's failed check raises another alarm, but
 * does not stop a deployment: a deployment cannot mend a key.
 */
export const handler = inContext("job", async (): Promise<Outcome> => {
  const outcome: Outcome = { passed: [], failed: [] };
  const step = stepsOf("canary failed", outcome);
  await measureMailAccount();
  await measureSubscriptions();
  const siteUrl = environment("SITE_URL");
  const price = await step("site", () => loadSite(siteUrl));
  const { loginId, password } = await step("credentials", readCanaryCredentials);
  const idToken = await step("sign-in", () => signIn(loginId, password));
  await step("profile", () => readOwnProfile(siteUrl, loginId, idToken));
  await step("download", () => fetchDownload(siteUrl, idToken));
  await checkStripe(stepsOf("provider check failed", outcome), siteUrl, price).catch(() =>
    countMetric("ProviderChecksFailed"),
  );
  log("info", "canary passed", { steps: outcome.passed.length });
  return outcome;
});
