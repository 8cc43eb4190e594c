import {
  AdminCreateUserCommand,
  AdminEnableUserCommand,
  AdminSetUserPasswordCommand,
} from "@aws-sdk/client-cognito-identity-provider";
import { readClosure } from "#functions/account/closing/closure-table.ts";
import { cognito } from "#functions/platform/aws-clients.ts";
import { getItem } from "#functions/platform/table.ts";
import { attributesIn } from "#functions/platform/user-pool.ts";
import { CommandRefused } from "../command.ts";
import { type Account, findAccount, inPool, randomPassword } from "../customer/account.ts";
import type { Backup } from "./backup.ts";

export interface AccountPlan {
  /** Undefined if the account has to be created: Cognito chooses it. */
  sub: string | undefined;
  /** Its `sub` is another one than at the point in time. */
  isNew: boolean;
  /** The steps of `prepare`. */
  steps: readonly string[];
  /** Enables or creates the account; the customer of a new one sets a password first. Returns its `sub`. */
  prepare(): Promise<string>;
}

/** Throws `CommandRefused` if the login ID belongs to somebody else by now, or the account is closed. */
export async function planAccount(backup: Backup): Promise<AccountPlan> {
  const { loginId, email } = backup.profile;
  const found = await findAccount(loginId);
  if (!found)
    return {
      sub: undefined,
      isNew: true,
      steps: [
        `Create the account ${loginId}, under a new sub: its password, authenticator app and passkeys are gone.`,
      ],
      prepare: async () => {
        const sub = await createAccount(loginId, email);
        await setRandomPassword(sub);
        return sub;
      },
    };
  await requireSameCustomer(found, backup);
  if (await readClosure(found.sub))
    throw new CommandRefused(`${loginId} is closed: npm run admin -- restore-account reopens it.`);
  const { sub, enabled, status } = found;
  const isIncomplete = status === "FORCE_CHANGE_PASSWORD";
  return {
    sub,
    isNew: sub !== backup.sub,
    steps: [
      ...(enabled ? [] : [`Enable the account ${loginId}.`]),
      ...(isIncomplete ? [`Complete the account ${loginId}.`] : []),
    ],
    prepare: async () => {
      if (!enabled) await cognito().send(new AdminEnableUserCommand(inPool(sub)));
      if (isIncomplete) await setRandomPassword(sub);
      return sub;
    },
  };
}

/**
 * The account is the customer's own, or one that was created since with the same verified address and has no other
 * profile.
 */
async function requireSameCustomer(found: Account, { sub, profile }: Backup): Promise<void> {
  if (found.sub === sub) return;
  const stored = await getItem({ pk: `CUSTOMER#${found.sub}`, sk: "PROFILE" });
  const { email, email_verified: isVerified } = found.attributes;
  const isSameCustomer = stored
    ? stored.customerId === profile.customerId
    : email === profile.email && isVerified === "true";
  if (!isSameCustomer)
    throw new CommandRefused(`The login ID ${profile.loginId} belongs to another account by now.`);
}

/** Suppresses Cognito's mail: the site accepts no temporary password. */
async function createAccount(loginId: string, email: string): Promise<string> {
  const { User } = await cognito().send(
    new AdminCreateUserCommand({
      ...inPool(loginId),
      MessageAction: "SUPPRESS",
      TemporaryPassword: randomPassword(),
      UserAttributes: [
        { Name: "email", Value: email },
        { Name: "email_verified", Value: "true" },
      ],
    }),
  );
  const { sub } = attributesIn(User?.Attributes);
  if (sub === undefined) throw new Error("Cognito created an account without a sub");
  return sub;
}

/** Confirms the account, so that its customer can reset the password. */
async function setRandomPassword(sub: string): Promise<void> {
  await cognito().send(
    new AdminSetUserPasswordCommand({ ...inPool(sub), Password: randomPassword(), Permanent: true }),
  );
}
