/** Signs in as the site does: SRP, without credentials of AWS's. Source: Amazon Cognito user pools API reference. */
import * as z from "zod/mini";
import { endpointOf } from "../../platform/aws-signer.ts";
import { send } from "../../platform/http.ts";
import { environment } from "../../runtime/environment.ts";
import { newClientKeys, signClaim } from "./srp.ts";

const challenge = z.object({
  ChallengeName: z.literal("PASSWORD_VERIFIER"),
  ChallengeParameters: z.object({
    SALT: z.string(),
    SRP_B: z.string(),
    SECRET_BLOCK: z.string(),
    USER_ID_FOR_SRP: z.string(),
  }),
});
const signedIn = z.object({ AuthenticationResult: z.object({ IdToken: z.string() }) });

/** The id token. Throws when the pool refuses, or asks for more than the password. */
export async function signIn(loginId: string, password: string): Promise<string> {
  const keys = newClientKeys();
  const ClientId = environment("USER_POOL_CLIENT_ID");
  const { ChallengeName, ChallengeParameters: asked } = challenge.parse(
    await callPool("InitiateAuth", {
      ClientId,
      AuthFlow: "USER_SRP_AUTH",
      AuthParameters: { USERNAME: loginId, SRP_A: keys.publicKey },
    }),
  );
  const timestamp = cognitoTime(new Date());
  const claim = {
    poolName: environment("USER_POOL_ID").replace(/^.*_/, ""),
    salt: asked.SALT,
    serverPublic: asked.SRP_B,
    userId: asked.USER_ID_FOR_SRP,
    secretBlock: asked.SECRET_BLOCK,
    password,
    timestamp,
  };
  const ChallengeResponses = {
    USERNAME: asked.USER_ID_FOR_SRP,
    PASSWORD_CLAIM_SECRET_BLOCK: asked.SECRET_BLOCK,
    PASSWORD_CLAIM_SIGNATURE: signClaim(claim, keys),
    TIMESTAMP: timestamp,
  };
  const answer = await callPool("RespondToAuthChallenge", { ClientId, ChallengeName, ChallengeResponses });
  return signedIn.parse(answer).AuthenticationResult.IdToken;
}

async function callPool(operation: string, input: object): Promise<unknown> {
  const { status, text } = await send({
    method: "POST",
    url: endpointOf("cognito-idp"),
    headers: {
      "content-type": "application/x-amz-json-1.1",
      "x-amz-target": `AWSCognitoIdentityProviderService.${operation}`,
    },
    body: JSON.stringify(input),
    timeoutMs: 5000,
  });
  if (status === 200) return JSON.parse(text);
  throw new Error(`${operation}: ${status}`);
}

/** `Sat Nov 21 09:05:00 UTC 2026`, the day without a leading zero. */
function cognitoTime(now: Date): string {
  const [weekday = "", day, month, year, time] = now.toUTCString().split(" ");
  return `${weekday.slice(0, 3)} ${month} ${Number(day)} ${time} UTC ${year}`;
}
