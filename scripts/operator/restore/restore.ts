/**
 * `npm run admin -- restore`: brings a customer back from a table that was restored to a point in time: profile,
 * secrets, pointers, activities and audit trail, and an account to sign in with. Rows that are there are left as they are.
 * All that comes before the last transaction can be repeated.
 */
import { customerToSync } from "#functions/billing/customer/customer-sync-table.ts";
import { removeStripeTask } from "#functions/billing/stripe-tasks/stripe-task-table.ts";
import { newLicenceKey } from "#functions/licence-key/new-licence-key.ts";
import { newMail, unleased } from "#functions/mail/outbox.ts";
import { auditRow } from "#functions/platform/audit.ts";
import { customerRestored } from "#functions/platform/erased-customers.ts";
import { encrypt } from "#functions/platform/kms.ts";
import { putEvenIfErased } from "#functions/platform/table.ts";
import { writeAudit } from "../audit.ts";
import { type ChangingCommand, CommandRefused, type Result } from "../command.ts";
import { writeOrRefuse } from "../rows.ts";
import { maskEmail } from "../show.ts";
import { type AccountPlan, planAccount } from "./account.ts";
import { type Backup, readBackup } from "./backup.ts";
import { type Billing, readBilling, writeSubToStripe } from "./billing.ts";
import { findMissing, type MissingRow, prepareRow } from "./restored-rows.ts";

export const restore: ChangingCommand = {
  purpose:
    "Brings an erased or damaged customer back, the account included, from a table that was restored to a point in time.",
  takes: ["loginId, sub or customerId"],
  requires: ["from", "reason"],
  allows: ["newSecrets"],
  async plan([name = ""], context) {
    const backup = await readBackup(name, context.options.from ?? "");
    const account = await planAccount(backup);
    const missing = await findMissing(backup, account.sub);
    const steps = [...account.steps, ...describe(missing)];
    if (steps.length === 0) throw new CommandRefused(`Nothing of ${backup.profile.loginId} is missing.`);
    const billing = await readBilling(backup.profile);
    const newSecrets = context.options.newSecrets === true && missing.some(({ row }) => row.sk === "SECRETS");
    return {
      steps: () => [...steps, ...(newSecrets ? [newKeyStep] : []), ...billing.notes],
      apply: () => apply({ backup, account, billing, newSecrets }),
    };
  },
};

const newKeyStep =
  "Make a new licence key and mail it; Basic password, API secret and private key are to be entered again.";

/** In one transaction; what else is missing, activities and audit trail, is written before it. */
const isCore = ({ row }: MissingRow): boolean =>
  ["PROFILE", "SECRETS", "CHECKOUT", "POINTER"].includes(row.sk);

function describe(missing: readonly MissingRow[]): string[] {
  const others = missing.filter((each) => !isCore(each)).length;
  return [
    ...missing
      .filter(isCore)
      .map(({ row, isDamaged }) => `${isDamaged ? "Replace" : "Write"} the row ${row.pk} ${row.sk}.`),
    ...(others === 0 ? [] : [`Write ${others} rows of the activities and the audit trail.`]),
  ];
}

interface Restoration {
  backup: Backup;
  account: AccountPlan;
  billing: Billing;
  newSecrets: boolean;
}

async function apply({ backup, account, billing, newSecrets }: Restoration): Promise<Result> {
  const { profile, table } = backup;
  const { customerId, stripeCustomerId } = profile;
  const ids = { customerId, stripeCustomerId, from: table };
  await writeAudit(backup.sub, "restore-begun", ids);
  const sub = await account.prepare();
  const missing = await findMissing(backup, sub);
  await writeSubToStripe(billing, sub);
  for (const { row } of missing.filter((each) => !isCore(each))) await putEvenIfErased(row);
  const newKey = newSecrets
    ? await encrypt(newLicenceKey(), { customer: sub, field: "licenceKey" })
    : undefined;
  const restored = { backup, sub, billing, newLicenceKey: newKey };
  const writes = await Promise.all(
    missing.filter(isCore).map(async ({ row, isDamaged }) => ({
      put: await prepareRow(row, restored),
      ...(isDamaged ? {} : { condition: "attribute_not_exists(pk)" }),
    })),
  );
  // The erasure took the contact away from Stripe's customer.
  const toSync = customerToSync(sub, profile.version);
  const audit = auditRow(sub, { action: "restored", ...ids });
  const { stripeCustomerId: erasedAtStripe } = billing;
  const unchecked = erasedAtStripe === undefined ? [] : [removeStripeTask(erasedAtStripe)];
  const mails = newKey === undefined ? [] : [keyMail(sub, profile.email, newKey)];
  await writeOrRefuse([...writes, customerRestored(sub), ...unchecked, toSync, audit, ...mails]);
  const text = [
    `${profile.loginId} is restored: ${missing.length} rows, customer id ${customerId}, sub ${sub}.`,
    ...billing.notes,
    ...(newSecrets ? [`The new licence key is mailed to ${maskEmail(profile.email)}.`] : []),
    ...(account.isNew ? ["The account has no password: the customer sets one on /pw/forgot."] : []),
  ].join("\n");
  return { text, data: { sub, customerId, rows: missing.length, isNewAccount: account.isNew } };
}

const keyMail = (customer: string, to: string, encryptedLicenceKey: string) =>
  unleased(newMail({ template: "licence-key-reissued", customer, to, encryptedLicenceKey }));
