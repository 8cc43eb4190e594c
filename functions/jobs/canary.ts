import { AdminInitiateAuthCommand } from "@aws-sdk/client-cognito-identity-provider";
import { cognito } from "#functions/platform/aws-clients.ts";
import { readCanaryCredentials } from "#functions/platform/secrets.ts";
import { inContext } from "#functions/runtime/context.ts";
import { environment } from "#functions/runtime/environment.ts";
import { errorFields, log } from "#functions/runtime/log.ts";
import { measureMailAccount } from "./canary/mail-account.ts";
import {
  checkWebhookEndpoint,
  comparePrice,
  fetchDownload,
  loadSite,
  readOwnRecord,
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

/** Signs in as a customer of its own and does what customers do every day. Throws if a step fails, which raises an alarm. */
export const handler = inContext("job", async (): Promise<{ passed: string[] }> => {
  const passed: string[] = [];
  async function step<T>(name: string, take: () => Promise<T>): Promise<T> {
    try {
      const result = await take();
      passed.push(name);
      return result;
    } catch (cause) {
      log("error", "canary failed", { step: name, ...errorFields(cause) });
      throw new Error(`canary failed: ${name}`, { cause });
    }
  }
  await measureMailAccount();
  const siteUrl = environment("SITE_URL");
  const price = await step("site", () => loadSite(siteUrl));
  const { loginId, password } = await step("credentials", readCanaryCredentials);
  const idToken = await step("sign-in", () => signIn(loginId, password));
  await step("record", () => readOwnRecord(siteUrl, loginId, idToken));
  await step("download", () => fetchDownload(siteUrl, idToken));
  await step("webhook", () => checkWebhookEndpoint(siteUrl));
  await step("price", () => comparePrice(price));
  log("info", "canary passed", { steps: passed.length });
  return { passed };
});
