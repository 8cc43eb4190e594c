import {
  GetUserAttributeVerificationCodeCommand,
  GetUserCommand,
  UpdateUserAttributesCommand,
  VerifyUserAttributeCommand,
} from "@aws-sdk/client-cognito-identity-provider";
import { beforeEach, describe, expect, it } from "vitest";
import {
  type Changes,
  confirmedUser,
  plainPasswords,
  signIn,
  startPools,
  type TestPool,
  wrongCode,
} from "./pool.ts";

const freshPool = startPools();

let pool: TestPool;
let AccessToken: string;
let sub: string | undefined;

async function start(changes: Changes = plainPasswords): Promise<void> {
  pool = await freshPool(changes);
  ({ sub } = await confirmedUser(pool, "Taro", "old@example.jp"));
  ({ AccessToken } = await signIn(pool, "taro"));
}
beforeEach(() => start());

const update = (Name: string, Value: string) =>
  pool.sdk.send(new UpdateUserAttributesCommand({ AccessToken, UserAttributes: [{ Name, Value }] }));
const verify = (Code: string) =>
  pool.sdk.send(new VerifyUserAttributeCommand({ AccessToken, AttributeName: "email", Code }));
const resend = (AttributeName = "email") =>
  pool.sdk.send(new GetUserAttributeVerificationCodeCommand({ AccessToken, AttributeName }));
async function shown(): Promise<Record<string, string | undefined>> {
  const { UserAttributes = [] } = await pool.sdk.send(new GetUserCommand({ AccessToken }));
  return Object.fromEntries(UserAttributes.map(({ Name, Value }) => [Name, Value]));
}

it("GetUser shows the name as typed and every attribute", async () => {
  expect(await pool.sdk.send(new GetUserCommand({ AccessToken }))).toMatchObject({
    Username: "Taro",
    UserAttributes: [
      { Name: "sub", Value: sub },
      { Name: "email", Value: "old@example.jp" },
      { Name: "email_verified", Value: "true" },
    ],
  });
});

describe("a new e-mail address", () => {
  it("replaces the old one only with the code mailed to it", async () => {
    const { CodeDeliveryDetailsList } = await update("email", "new@sample.jp");
    expect(CodeDeliveryDetailsList).toEqual([
      { AttributeName: "email", DeliveryMedium: "EMAIL", Destination: "n***@s***" },
    ]);
    expect(pool.inbox.at(-1)?.to).toBe("new@sample.jp");
    expect(await shown()).toMatchObject({ email: "old@example.jp", email_verified: "true" });
    await expect(verify(wrongCode(pool))).rejects.toMatchObject({ name: "CodeMismatchException" });
    await verify(pool.latestCode());
    expect(await shown()).toMatchObject({ email: "new@sample.jp", email_verified: "true" });
    await expect(verify(pool.latestCode())).rejects.toMatchObject({ name: "ExpiredCodeException" });
  });

  it("can be mailed a new code, which replaces the first", async () => {
    await update("email", "new@sample.jp");
    const old = pool.latestCode();
    expect((await resend()).CodeDeliveryDetails?.Destination).toBe("n***@s***");
    expect(pool.inbox.at(-1)?.to).toBe("new@sample.jp");
    if (old !== pool.latestCode()) {
      await expect(verify(old)).rejects.toMatchObject({ name: "CodeMismatchException" });
    }
    await verify(pool.latestCode());
    expect(await shown()).toMatchObject({ email: "new@sample.jp" });
  });

  it("is withdrawn by setting the old one again, which mails nothing", async () => {
    await update("email", "new@sample.jp");
    const mails = pool.inbox.length;
    expect((await update("email", "old@example.jp")).CodeDeliveryDetailsList).toEqual([]);
    expect(pool.inbox).toHaveLength(mails);
    await expect(verify(pool.latestCode())).rejects.toMatchObject({ name: "ExpiredCodeException" });
  });

  it("has its limits: five codes, fifteen guesses", async () => {
    for (let time = 0; time < 5; time++) await resend();
    await expect(resend()).rejects.toMatchObject({ name: "LimitExceededException" });
    for (let time = 0; time < 15; time++) {
      await expect(verify(wrongCode(pool))).rejects.toMatchObject({ name: "CodeMismatchException" });
    }
    await expect(verify(pool.latestCode())).rejects.toMatchObject({ name: "TooManyFailedAttemptsException" });
  });
});
