import {
  AssociateSoftwareTokenCommand,
  GetUserCommand,
  VerifySoftwareTokenCommand,
} from "@aws-sdk/client-cognito-identity-provider";
import { describe, expect, it } from "vitest";
import { type Changes, confirmedUser, freshPool, plainPasswords, type TestPool } from "./pool.ts";
import { appCode, challengeOf, respond, wrongAppCode } from "./second-factor.ts";

let pool: TestPool;

describe("MFA_SETUP", () => {
  const demanded: Changes = {
    ...plainPasswords,
    settings: { mfa: { mode: "ON", factors: ["SOFTWARE_TOKEN_MFA"] } },
  };
  const associate = (Session: string) => pool.sdk.send(new AssociateSoftwareTokenCommand({ Session }));
  const setUp = (Session: string | undefined) => respond(pool, "MFA_SETUP", Session, { USERNAME: "taro" });

  it("sets an app up in the middle of a sign-in, from session to session", async () => {
    pool = await freshPool(demanded);
    await confirmedUser(pool, "taro");
    const { ChallengeName, ChallengeParameters, Session } = await challengeOf(pool, "taro");
    expect(ChallengeName).toBe("MFA_SETUP");
    expect(ChallengeParameters).toMatchObject({ MFAS_CAN_SETUP: '["SOFTWARE_TOKEN_MFA"]' });
    await expect(setUp(Session)).rejects.toMatchObject({ name: "NotAuthorizedException" });
    const started = await associate(Session);
    const secret = started.SecretCode ?? "";
    await expect(associate(Session)).rejects.toThrow("session can only be used once");
    const verify = (UserCode: string) =>
      pool.sdk.send(new VerifySoftwareTokenCommand({ Session: started.Session, UserCode }));
    await expect(verify(wrongAppCode(pool, secret))).rejects.toMatchObject({
      name: "EnableSoftwareTokenMFAException",
    });
    const verified = await verify(appCode(pool, secret));
    const { AuthenticationResult } = await setUp(verified.Session);
    const shown = await pool.sdk.send(new GetUserCommand({ AccessToken: AuthenticationResult?.AccessToken }));
    expect(shown.UserMFASettingList).toEqual(["SOFTWARE_TOKEN_MFA"]);
    expect(await challengeOf(pool, "taro")).toMatchObject({ ChallengeName: "SOFTWARE_TOKEN_MFA" });
  });

  it("gives up after three wrong codes", async () => {
    pool = await freshPool(demanded);
    await confirmedUser(pool, "taro");
    const { Session } = await challengeOf(pool, "taro");
    const started = await associate(Session);
    const UserCode = wrongAppCode(pool, started.SecretCode ?? "");
    const verify = () =>
      pool.sdk.send(new VerifySoftwareTokenCommand({ Session: started.Session, UserCode }));
    for (const _try of [1, 2, 3]) {
      await expect(verify()).rejects.toMatchObject({ name: "EnableSoftwareTokenMFAException" });
    }
    await expect(verify()).rejects.toThrow("Invalid session for the user, session is expired.");
  });
});
