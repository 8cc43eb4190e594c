/** Every kind of token that is not a customer's of today, and what the contract answers to it. */
import { ChangePasswordCommand } from "@aws-sdk/client-cognito-identity-provider";
import { decodeJwt, decodeProtectedHeader, generateKeyPair, SignJWT } from "jose";
import { userPoolSettings } from "#infra/settings/user-pool.ts";
import { type Endpoint, endpoints } from "#shared/endpoints.ts";
import { limits } from "#shared/limits.ts";
import { deleteAccount, disableAccount, replaceAccount } from "#test/functions/support/accounts.ts";
import { advance } from "#test/functions/support/portal.ts";
import type { Operation } from "./scenarios.ts";
import type { Customer, World } from "./world.ts";

/** Returns the token; undefined where the customer cannot come to that. */
type Make = (world: World, customer: Customer) => Promise<string | undefined>;

const own = async (world: World, customer: Customer): Promise<string> => (await world.tokensOf(customer)).id;

/** The same claims, signed by a key of somebody else's. */
async function foreign(world: World, customer: Customer): Promise<string> {
  const token = await own(world, customer);
  const { privateKey } = await generateKeyPair("RS256");
  const { kid = "" } = decodeProtectedHeader(token);
  return new SignJWT(decodeJwt(token)).setProtectedHeader({ alg: "RS256", kid }).sign(privateKey);
}

/** The token of before `change`, unless that returns false. */
const gone =
  (change: (world: World, customer: Customer) => Promise<unknown>): Make =>
  async (world, customer) => {
    const token = await own(world, customer);
    return (await change(world, customer)) === false ? undefined : token;
  };

/** False while something is owed. */
const close = async (world: World, customer: Customer): Promise<boolean> =>
  (await world.send("account", { body: { operation: "close" } }, customer)).status === 200;

/** A session whose password is not recent, next to one of the same customer that has just proven it. */
const older = "of another session than the one that proved the password";
const closed = "of a closed account";
/** The password was changed by whoever holds the token. */
const replaced = "of before a password change";

const kinds: Readonly<Record<string, Make>> = {
  "without a token": async () => "",
  "with an access token": async (world, customer) => (await world.tokensOf(customer)).access,
  "with an expired token": gone(async () => advance(userPoolSettings.client.idTokenMinutes * 60_000 + 1000)),
  "with a foreign pool's token": foreign,
  "of a deleted account": gone(({ portal }, customer) => deleteAccount(portal, customer)),
  "of a disabled account": gone(({ portal }, customer) => disableAccount(portal, customer)),
  [older]: gone(async (world, customer) => {
    advance((limits.recentPasswordSeconds + 60) * 1000);
    await own(world, customer);
  }),
  [closed]: gone(close),
  "of a replaced account": gone(({ portal }, customer) => replaceAccount(portal, customer)),
  [replaced]: gone(async (world, customer) => {
    const { access } = await world.tokensOf(customer);
    const ProposedPassword = "Another-Horse-2";
    const change = { AccessToken: access, PreviousPassword: world.password, ProposedPassword };
    await world.cognito.send(new ChangePasswordCommand(change));
  }),
};

interface TokenExperiment {
  name: string;
  /** Returns what was found wrong. */
  attempt(world: World, customer: Customer): Promise<string[]>;
}

export function tokenKinds({ endpoint, scenario }: Operation): TokenExperiment[] {
  if (endpoint === undefined || !scenario) return [];
  const { authentication, servesClosed, recentPassword }: Endpoint = endpoints[endpoint];
  if (authentication !== "id-token") return [];
  const tried = Object.entries(kinds).filter(([name]) => name !== older || recentPassword);
  return tried.map(([name, make]) => ({
    name,
    async attempt(world, customer) {
      const call = await scenario.call(customer, world);
      const token = await make(world, customer);
      if (token === undefined) return [];
      const before = await rowsOf(world, customer);
      const { status, text } = await world.send(endpoint, call, customer, token);
      const isWritten = status !== 200 && before !== (await rowsOf(world, customer));
      const mayServe = name === replaced || (servesClosed === true && name === closed);
      const isRight = status === (name === older ? 403 : 401) || (mayServe && status === 200);
      // The proof of the customer's own session is still good.
      const owns = name === older ? await world.send(endpoint, call, customer) : undefined;
      return [
        ...(isRight ? [] : [`it was answered ${status} ${text.slice(0, 200)}`]),
        ...(isWritten ? ["it wrote rows"] : []),
        ...(owns && owns.status !== 200 ? [`the session that proved it was answered ${owns.text}`] : []),
      ];
    },
  }));
}

/** But for the counters of what was tried. */
const rowsOf = async ({ portal }: World, { sub }: Customer): Promise<string> =>
  JSON.stringify(
    (await portal.everything()).filter(
      (row) => JSON.stringify(row).includes(sub) && !String(row.pk).startsWith("RATE#"),
    ),
  );
