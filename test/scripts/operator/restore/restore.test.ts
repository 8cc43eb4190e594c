/** A customer comes back from a table that was restored to a point in time. */
import { randomUUID } from "node:crypto";
import {
  AdminCreateUserCommand,
  ConfirmForgotPasswordCommand,
  ForgotPasswordCommand,
} from "@aws-sdk/client-cognito-identity-provider";
import { DeleteItemCommand } from "@aws-sdk/client-dynamodb";
import { marshall } from "@aws-sdk/util-dynamodb";
import { decodeJwt } from "jose";
import { expect, test } from "vitest";
import { identifiers } from "#scripts/local/identifiers.ts";
import { advance } from "#test/functions/support/portal.ts";
import type { Owner } from "#test/functions/support/world/customers.ts";
import { createErasables } from "#test/scripts/support/erasable.ts";
import { startOperator } from "#test/scripts/support/operator.ts";
import { copyTable } from "#test/scripts/support/point-in-time.ts";
import { cognitoOf, signInAs } from "#test/scripts/support/sign-in.ts";

const desk = await startOperator();
const { portal } = desk;
const of = createErasables(desk);
const cognito = cognitoOf(portal);

/** The table's state of now, under a name of its own. */
async function pointInTime(): Promise<string> {
  const table = `point-${randomUUID()}`;
  await copyTable(portal, table);
  return table;
}
const restore = (name: string, table: string, ...options: string[]) =>
  desk.run("restore", name, "--from", table, "--reason", "誤って消去したため", ...options);

/** Sets a new password by the code in the mail, and signs in with it. Returns the customer as the id token names them. */
async function signInAnew({ loginId: Username, email, ...payer }: Owner): Promise<Owner> {
  const { clientId: ClientId } = identifiers;
  const Password = "Correct-Horse-2";
  await cognito.send(new ForgotPasswordCommand({ ClientId, Username }));
  const ConfirmationCode = portal.inbox.list(email)[0]?.code;
  const proof = { ClientId, Username, ConfirmationCode, Password };
  await cognito.send(new ConfirmForgotPasswordCommand(proof));
  const claims = decodeJwt((await signInAs(portal, Username, Password)).idToken);
  expect(claims.email).toBe(email);
  return { ...payer, loginId: String(claims["cognito:username"]), email, sub: String(claims.sub) };
}

test("an erased customer comes back with profile, secrets and activities, and signs in", async () => {
  const owner = await of.newCustomer();
  const [before, key] = [await desk.userRecordOf(owner), await desk.keyOf(owner)];
  const history = await portal.partition(`ACTIVITY#${owner.sub}`);
  const table = await pointInTime();
  await of.erase(owner);
  await desk.reconcile();

  const planned = await desk.expectNothingWritten(() => restore(owner.loginId, table, "--dry-run"));
  expect(planned).toContain(`Create the account ${owner.loginId}, under a new sub`);
  const printed = await restore(owner.customerId, table);
  expect(printed).toContain("The account has no password: the customer sets one on /pw/forgot.");

  const back = await signInAnew(owner);
  expect(back.sub).not.toBe(owner.sub);
  const { Version, ...record } = await desk.userRecordOf(back);
  expect(record).toEqual({ ...before, Version: undefined });
  expect(await desk.keyOf(back)).toBe(key);
  expect(await portal.item(`CUSTOMER_ID#${owner.customerId}`, "POINTER")).toMatchObject({ sub: back.sub });
  expect(await portal.partition(`ACTIVITY#${back.sub}`)).toHaveLength(history.length);
  // A customer without a payment was deleted at Stripe, too: the next payment creates another one there.
  expect(printed).toContain("Stripe forgot cus_");
  expect((await desk.profileOf(back)).stripeCustomerId).toBeUndefined();
  const actions = (await desk.trailOf(back)).map(({ action }) => action);
  for (const action of ["signup", "updated", "erased", "restored"]) expect(actions).toContain(action);

  expect((await desk.update(back, { streetAddress: "芝2-2" })).status).toBe(200);
  expect((await desk.card(back)).status).toBe(200);
  expect(await desk.run("find", owner.loginId)).toContain(back.sub);
  await expect(restore(owner.loginId, table)).rejects.toThrow(`Nothing of ${owner.loginId} is missing.`);
});

test("a contract that has ended since is not brought back: the plan is suspended", async () => {
  const owner = await desk.createCustomer();
  expect((await desk.invoice(owner)).status).toBe(200);
  const table = await pointInTime();
  const { subscriptionId = "" } = await desk.profileOf(owner);
  await desk.stripe.subscriptions.cancel(subscriptionId);
  await of.erase(owner);
  expect(await restore(owner.loginId, table)).toContain(`The subscription ${subscriptionId} has ended`);
  const back = await signInAnew(owner);
  expect(await desk.profileOf(back)).toMatchObject({ plan: "suspended" });
  expect(await desk.payerOf(back)).toMatchObject({ metadata: { sub: back.sub }, email: null, phone: null });
  advance(3 * 60_000);
  await desk.reconcile();
  const { billingEmail: email, billingPhoneNumber: phone } = await desk.profileOf(back);
  expect(await desk.payerOf(back)).toMatchObject({ email, phone });
});

test("a customer without the KMS key gets a new licence key, and enters secrets again", async () => {
  const owner = await of.newCustomer();
  const [before, old] = [await desk.userRecordOf(owner), await desk.keyOf(owner)];
  expect(before).toMatchObject({ BasicPassword: "********", ApiSecret: "********", PrivateKey: "********" });
  const table = await pointInTime();
  await of.erase(owner);
  await desk.reconcile();
  // KMS cannot read what a key of another account encrypted.
  portal.faults.add({ service: "kms", operation: "ReEncrypt", status: 400, times: 99 });
  await expect(restore(owner.loginId, table)).rejects.toThrow();
  expect(await restore(owner.loginId, table, "--new-secrets")).toContain("The new licence key is mailed to");
  portal.faults.clear();

  const back = await signInAnew(owner);
  const key = await desk.keyOf(back);
  expect(key).not.toBe(old);
  expect(Object.keys((await desk.secretsOf(back)) ?? {}).sort()).toEqual(["licenceKey", "pk", "sk"]);
  await desk.reconcile();
  expect(desk.mailedKeys(owner).at(-1)).toBe(key);
  const { Version, ...record } = await desk.userRecordOf(back);
  const entered = { BasicPassword: "", ApiSecret: "", PrivateKey: "" };
  expect(record).toEqual({ ...before, ...entered, Version: undefined });
  expect((await desk.update(back, { basicPassword: "Canary-Basic-2" })).status).toBe(200);
  expect(await desk.userRecordOf(back)).toMatchObject({ BasicPassword: "********" });
});

test("a damaged customer's missing rows alone are written, under the same account", async () => {
  const owner = await desk.signedUp();
  const table = await pointInTime();
  await desk.update(owner, { streetAddress: "芝3-3" });
  await desk.changeProfile(owner, { version: 1.5 });
  const Key = marshall({ pk: `CUSTOMER_ID#${owner.customerId}`, sk: "POINTER" });
  await portal.dynamodb.send(new DeleteItemCommand({ TableName: identifiers.tableName, Key }));
  const steps = JSON.parse(await restore(owner.sub, table, "--dry-run", "--json")).steps;
  expect(steps).toEqual([
    `Replace the row CUSTOMER#${owner.sub} PROFILE.`,
    `Write the row CUSTOMER_ID#${owner.customerId} POINTER.`,
  ]);
  await restore(owner.sub, table);
  expect(await desk.run("find", owner.customerId)).toContain(owner.loginId);
  // Rows of the audit trail are named after versions: none may be named twice.
  for (const city of ["港区", "北区", "中央区"])
    expect((await desk.update(owner, { city })).status).toBe(200);
});

test.each([
  ["cognito", "AdminCreateUser", []],
  ["cognito", "AdminSetUserPassword", []],
  ["dynamodb", "PutItem", []],
  ["kms", "ReEncrypt", []],
  ["kms", "Encrypt", ["--new-secrets"]],
  ["stripe", undefined, []],
  ["dynamodb", "TransactWriteItems", []],
  ["dynamodb", "TransactWriteItems", ["--new-secrets"]],
] as const)("broken off after %s %s, the next run ends it %j", async (service, operation, options) => {
  const owner = await of.newCustomer();
  const table = await pointInTime();
  await of.erase(owner);
  await desk.reconcile();
  const keys = desk.mailedKeys(owner);
  portal.faults.add({ service, ...(operation && { operation }), status: 500, times: 9, after: true });
  await expect(restore(owner.loginId, table, ...options)).rejects.toThrow();
  portal.faults.clear();
  // The last transaction was made, and its answer lost.
  if (operation === "TransactWriteItems")
    await expect(restore(owner.loginId, table, ...options)).rejects.toThrow("Nothing of");
  else await restore(owner.loginId, table, ...options);
  const back = await signInAnew(owner);
  expect((await desk.profileOf(back)).customerId).toBe(owner.customerId);
  expect((await desk.trailOf(back)).filter(({ action }) => action === "restored")).toHaveLength(1);
  await desk.reconcile();
  // A new key is mailed once, and is the one of the profile.
  const mailed = options.length === 0 ? [] : [await desk.keyOf(back)];
  expect(desk.mailedKeys(owner).slice(keys.length)).toEqual(mailed);
});

test("a login ID of another account and a customer not in that table are refused", async () => {
  const owner = await desk.signedUp();
  const table = await pointInTime();
  await of.erase(owner);
  await cognito.send(
    new AdminCreateUserCommand({
      UserPoolId: identifiers.userPoolId,
      Username: owner.loginId,
      TemporaryPassword: "Correct-Horse-3",
      MessageAction: "SUPPRESS",
      UserAttributes: [
        { Name: "email", Value: "other@example.com" },
        { Name: "email_verified", Value: "true" },
      ],
    }),
  );
  const work = () => restore(owner.sub, table);
  await expect(desk.expectNothingWritten(work)).rejects.toThrow("belongs to another account by now");
  await expect(restore("nobody", table)).rejects.toThrow("has no customer with the login ID nobody");
  await expect(restore(randomUUID(), table)).rejects.toThrow("has no profile of");
  await expect(restore(owner.sub, "no-such-table")).rejects.toThrow();
});
