import { InitiateAuthCommand } from "@aws-sdk/client-cognito-identity-provider";
import { describe, expect, it } from "vitest";
import type { Triggers } from "../../../../scripts/local/emulators/cognito/emulator.ts";
import { type Changes, ClientId, confirmedUser, freshPool, signUp, type TestPool } from "./pool.ts";
import { respond } from "./second-factor.ts";
import { answerSrp, SRP_A } from "./srp-client.ts";

const incorrect = { name: "NotAuthorizedException", message: "Incorrect username or password." };
type Trail = { challengeName: string; challengeResult: boolean; challengeMetadata?: string | undefined }[];
const trails: Trail[] = [];

/** After the password, if the flow has one: up to three tries at a riddle. */
const riddle: Triggers = {
  async defineAuthChallenge(event) {
    const { session } = event.request;
    trails.push(session);
    const last = session.at(-1);
    const tries = session.filter(({ challengeName }) => challengeName === "CUSTOM_CHALLENGE").length;
    const solved = last?.challengeName === "CUSTOM_CHALLENGE" && last.challengeResult;
    const challengeName = last?.challengeName === "SRP_A" ? "PASSWORD_VERIFIER" : "CUSTOM_CHALLENGE";
    const response = { challengeName, issueTokens: solved, failAuthentication: !solved && tries >= 3 };
    return { ...event, response };
  },
  async createAuthChallenge(event) {
    const response = {
      publicChallengeParameters: { question: "2+2" },
      privateChallengeParameters: { answer: "4" },
      challengeMetadata: `riddle-${event.request.session.length}`,
    };
    return { ...event, response };
  },
  async verifyAuthChallengeResponse(event) {
    const { challengeAnswer, privateChallengeParameters } = event.request;
    return { ...event, response: { answerCorrect: challengeAnswer === privateChallengeParameters.answer } };
  },
};
const custom: Changes = { client: { authFlows: ["ALLOW_CUSTOM_AUTH"] }, triggers: riddle };

const begin = (pool: TestPool, AuthParameters: Record<string, string>) =>
  pool.sdk.send(new InitiateAuthCommand({ ClientId, AuthFlow: "CUSTOM_AUTH", AuthParameters }));
const withPassword = { USERNAME: "taro", CHALLENGE_NAME: "SRP_A", SRP_A };
const answer = (pool: TestPool, Session: string | undefined, ANSWER: string, USERNAME = "taro") =>
  respond(pool, "CUSTOM_CHALLENGE", Session, { USERNAME, ANSWER });

describe("CUSTOM_AUTH", () => {
  it("asks the triggers' question, and lets them decide on another try", async () => {
    const pool = await freshPool(custom);
    await confirmedUser(pool, "taro");
    trails.length = 0;
    const first = await begin(pool, { USERNAME: "taro" });
    expect(first).toMatchObject({
      ChallengeName: "CUSTOM_CHALLENGE",
      ChallengeParameters: { question: "2+2", USERNAME: "taro" },
    });
    expect(JSON.stringify(first.ChallengeParameters)).not.toContain('"4"');
    const second = await answer(pool, first.Session, "5");
    expect(second.ChallengeName).toBe("CUSTOM_CHALLENGE");
    await expect(answer(pool, first.Session, "4")).rejects.toThrow("session can only be used once");
    expect(await answer(pool, second.Session, "4")).toHaveProperty("AuthenticationResult");
    const step = { challengeName: "CUSTOM_CHALLENGE", challengeResult: false, challengeMetadata: "riddle-0" };
    expect(trails).toEqual([
      [],
      [step],
      [step, { ...step, challengeResult: true, challengeMetadata: "riddle-1" }],
    ]);
  });

  it("fails when the triggers say so", async () => {
    const pool = await freshPool(custom);
    await confirmedUser(pool, "taro");
    let { Session } = await begin(pool, { USERNAME: "taro" });
    for (const wrong of ["1", "2"]) Session = (await answer(pool, Session, wrong)).Session;
    await expect(answer(pool, Session, "3")).rejects.toMatchObject(incorrect);
  });

  it("begins with the password where the client sends SRP_A", async () => {
    const pool = await freshPool(custom);
    await confirmedUser(pool, "taro");
    trails.length = 0;
    const challenge = await begin(pool, withPassword);
    expect(challenge.ChallengeName).toBe("PASSWORD_VERIFIER");
    await expect(answerSrp(pool, challenge, "Wrong-Horse-1")).rejects.toMatchObject(incorrect);
    const question = await answerSrp(pool, await begin(pool, withPassword));
    expect(question.ChallengeName).toBe("CUSTOM_CHALLENGE");
    expect(trails.at(-1)).toEqual([
      { challengeName: "SRP_A", challengeResult: true },
      { challengeName: "PASSWORD_VERIFIER", challengeResult: true },
    ]);
    expect(await answer(pool, question.Session, "4")).toHaveProperty("AuthenticationResult");
  });

  it("hides who does not exist, and tells who is not confirmed only at the end", async () => {
    const pool = await freshPool(custom);
    const { Session } = await begin(pool, { USERNAME: "nobody" });
    await expect(answer(pool, Session, "4", "nobody")).rejects.toMatchObject(incorrect);
    await signUp(pool, "taro");
    const known = await begin(pool, { USERNAME: "taro" });
    await expect(answer(pool, known.Session, "4")).rejects.toMatchObject({
      name: "UserNotConfirmedException",
    });
  });

  it("needs its triggers, and sensible answers of them", async () => {
    const without = await freshPool({ client: { authFlows: ["ALLOW_CUSTOM_AUTH"] } });
    await confirmedUser(without, "taro");
    await expect(begin(without, { USERNAME: "taro" })).rejects.toMatchObject({
      name: "InvalidParameterException",
      message: "Custom auth lambda trigger is not configured for the user pool.",
    });
    const confused = await freshPool({
      ...custom,
      triggers: {
        defineAuthChallenge: async (event) => ({ ...event, response: { challengeName: "RIDDLE" } }),
      },
    });
    await confirmedUser(confused, "taro");
    for (const parameters of [{ USERNAME: "taro" }, withPassword]) {
      await expect(begin(confused, parameters)).rejects.toMatchObject({
        name: "InvalidLambdaResponseException",
      });
    }
  });
});
