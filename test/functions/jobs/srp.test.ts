import { expect, test } from "vitest";
import { newClientKeys, signClaim } from "../../../functions/jobs/canary/srp.ts";
import { claimSignature, createServerKeys } from "../../../scripts/local/emulators/cognito/srp/exchange.ts";
import { storePassword } from "../../../scripts/local/emulators/cognito/srp/password.ts";

const poolName = "LocalPool";
const userName = "canary";
const stored = storePassword({ poolName, userName }, "Right-Passw0rd!");
const keys = newClientKeys();
const server = createServerKeys(stored.verifier);
const common = { poolName, secretBlock: "c2VjcmV0", timestamp: "Sat Nov 21 09:05:00 UTC 2026" };
const expected = claimSignature({
  ...common,
  ...server,
  verifier: stored.verifier,
  userIdForSrp: userName,
  clientPublic: keys.publicKey,
});
const signed = (password: string) =>
  signClaim(
    { ...common, password, salt: stored.salt, serverPublic: server.serverPublic, userId: userName },
    keys,
  );

test("who knows the password signs what the pool expects, and nobody else does", () => {
  expect(signed("Right-Passw0rd!")).toBe(expected);
  expect(signed("Wrong-Passw0rd!")).not.toBe(expected);
});
