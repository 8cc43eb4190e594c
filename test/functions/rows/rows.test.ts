/**
 * Rows as they were written once, read by today's readers: deployed tables hold them for years. Never change a row or what it
 * reads as; a new kind of row, or a new field of one, is another entry in rows.json, or in mails.json, whose names are the
 * templates. A row that is like another one names its own fields. It reads as itself, but for `unread`, and with the fields of
 * `reads`, or as `reads` where that is no object.
 */
import { readFileSync } from "node:fs";
import { beforeAll, expect, test, vi } from "vitest";
import { z } from "zod";
import { closureTask } from "#functions/account/closing/closure-table.ts";
import { emailChangeTask, isPreparedEmail } from "#functions/account/email-change-table.ts";
import { loginIdMailTask } from "#functions/account/login-ids.ts";
import { sessionsTask } from "#functions/account/sessions-to-end.ts";
import { parseActivity } from "#functions/activity/activity-table.ts";
import { readPasswordChange } from "#functions/activity/password-table.ts";
import { checkoutTask, readCheckout } from "#functions/billing/checkout/checkout-table.ts";
import { customerSyncTask } from "#functions/billing/customer/customer-sync-table.ts";
import { findSubByStripeCustomer } from "#functions/billing/customer/find-customer.ts";
import { isSeen } from "#functions/billing/events/handle-event.ts";
import { readCopyRecipient } from "#functions/billing/invoices/copy-recipients.ts";
import { stripeTask } from "#functions/billing/stripe-tasks/stripe-task-table.ts";
import { readCorporation } from "#functions/customer/corporations.ts";
import { readCustomer } from "#functions/customer/profile.ts";
import { readKey } from "#functions/licence-key/licence-key-table.ts";
import { mailTask } from "#functions/mail/outbox.ts";
import { parseNotice } from "#functions/notices/notice-table.ts";
import { readPhone } from "#functions/phone/phone-table.ts";
import { readVerification } from "#functions/phone/verification-table.ts";
import { auditTimeOf } from "#functions/platform/audit.ts";
import { countIn } from "#functions/platform/rate-limits.ts";
import type { Row } from "#functions/platform/table.ts";
import { readQuotes } from "#functions/quotes/quote-table.ts";
import { announcementMailTask, readAnnouncement } from "#functions/releases/announcement-table.ts";
import { readRelease } from "#functions/releases/release-table.ts";
import { readSignInMethods } from "#functions/sign-in-methods/sign-in-methods-table.ts";
import { sampleMails } from "#scripts/mail-samples.ts";
import { listChanges } from "#scripts/operator/release/release-table.ts";
import { stateOf } from "#scripts/operator/switches/switches.ts";
import { partitionKey } from "#shared/partitions.ts";
import { startPortal } from "../support/portal.ts";

const rowSchema = z.looseObject({ pk: partitionKey, sk: z.string() });
const frozen = z.record(
  z.string(),
  z.object({
    like: z.optional(z.string()),
    row: z.looseObject({}),
    unread: z.array(z.string()).default([]),
    reads: z.optional(z.unknown()),
  }),
);
const frozenMails = z.array(z.object({ common: rowSchema, mails: z.record(z.string(), z.looseObject({})) }));
const contentOf = (file: string): unknown => JSON.parse(readFileSync(new URL(file, import.meta.url), "utf8"));
const mailRows = frozenMails.parse(contentOf("mails.json")).flatMap(({ common, mails }) =>
  Object.entries(mails).map(([name, own]) => {
    const sk = `${common.sk}#${name}`;
    return [`mail, ${name}`, { row: { ...common, sk, template: name, ...own } }] as const;
  }),
);
const rows = frozen.parse({ ...Object(contentOf("rows.json")), ...Object.fromEntries(mailRows) });
const entries = Object.entries(rows).map(([name, { like = name, row, unread, reads }]) => {
  const whole = rowSchema.parse({ ...rows[like]?.row, ...row });
  return [name, { row: whole, unread, reads }] as const;
});

const portal = await startPortal();

const emailChange = { loginId: "", sentAt: 0, before: "", nextAttemptAt: 0, lockedUntil: 0, attempts: 0 };

type Reader = (row: Row, id: string) => unknown;
/** By the beginning of `pk sk`; `id` is what follows in `pk`. */
const readers: Record<string, Reader> = {
  "CUSTOMER#* PROFILE": (_, sub) => readCustomer(sub),
  "CUSTOMER#* SECRETS": (_, sub) => readKey(sub),
  "CUSTOMER#* CHECKOUT": (_, sub) => readCheckout(sub),
  "CUSTOMER#* QUOTE#": (_, sub) => readQuotes(sub),
  "CUSTOMER#* COPIES#": ({ sk }, sub) => readCopyRecipient(sub, sk.replace("COPIES#", "")),
  "CUSTOMER#* AUDIT#": (row) => auditTimeOf(row),
  "CHECKOUTS ": checkoutTask.parse,
  "STRIPE_CUSTOMER#* POINTER": (_, id) => findSubByStripeCustomer(id),
  "STRIPE_EVENT#* SEEN": (_, id) => isSeen(id),
  "STRIPE_TASKS ": stripeTask.parse,
  "CUSTOMER_SYNC ": customerSyncTask.parse,
  "EMAIL_CHANGES ": emailChangeTask.parse,
  "LOGIN_ID_MAILS ": loginIdMailTask.parse,
  "SESSIONS ": sessionsTask.parse,
  "CLOSURES ": closureTask.parse,
  "VERIFICATION#* VERIFICATION": (_, id) => readVerification(id),
  "PHONE#* LIVE": (_, number) => readPhone(number),
  "ACTIVITY#* 20": parseActivity,
  "ACTIVITY#* PASSKEY#": async (_, sub) => (await readSignInMethods(sub)).passkeys,
  "ACTIVITY#* SOFTWARE_TOKEN": (_, sub) => readSignInMethods(sub),
  "ACTIVITY#* EMAIL_CHANGE#": (_, sk) =>
    isPreparedEmail(emailChangeTask.parse({ pk: "EMAIL_CHANGES", sk, ...emailChange }), "New@example.com"),
  "ACTIVITY#* PASSWORD": (_, sub) => readPasswordChange(sub),
  "RATE#* 20": countIn,
  "OUTBOX ": mailTask.parse,
  "RELEASE#* CURRENT": () => readRelease("plugin"),
  "RELEASE#* VERSION#": ({ sk }) => readRelease("plugin", sk.replace("VERSION#", "")),
  "RELEASE#* ANNOUNCEMENT#": ({ sk }) =>
    readAnnouncement({ fileType: "plugin", version: sk.replace("ANNOUNCEMENT#", "") }),
  "RELEASE#* AUDIT#": () => listChanges("plugin"),
  "ANNOUNCEMENT_MAILS ": announcementMailTask.parse,
  "CORPORATION#* CORPORATION": (_, number) => readCorporation(number),
  "NOTICES NOTICE#": parseNotice,
  "SWITCH#* STOPPED": () => stateOf("sms"),
};

function read(row: Row): unknown {
  const [partition = "", id = ""] = row.pk.split(/#(.*)/s);
  const path = `${partition}${row.pk.includes("#") ? "#*" : ""} ${row.sk}`;
  const [, reader] = Object.entries(readers).find(([beginning]) => path.startsWith(beginning)) ?? [];
  if (!reader) throw new Error(`Nothing reads ${path}`);
  return reader(row, id);
}

beforeAll(async () => {
  vi.setSystemTime("2026-11-22T07:53:00Z");
  for (const [, { row }] of entries) await portal.put(row);
  portal.become("operator");
});

// `toMatchObject`: a field that was added since reads as its default.
test.each(entries)("%s", async (_, { row, unread, reads = {} }) => {
  portal.become("operator");
  // DynamoDB Local deletes by its own clock what expired years ago.
  await portal.put(row);
  const { pk, sk } = row;
  const found = await read(row);
  const isPart = typeof reads === "object" && !Array.isArray(reads);
  const asItself = Object.fromEntries(Object.entries(row).filter(([name]) => !unread.includes(name)));
  if (isPart) expect({ pk, sk, ...Object(found) }).toMatchObject({ ...asItself, ...reads });
  else expect({ reads: found }).toMatchObject({ reads });
});

test("every reader has a row, and every mail", () => {
  // All but those that are sent at once.
  const samples = Object.keys(sampleMails()).filter(
    (name) => !/^(?:cognito-|login-ids$|release$)/.test(name),
  );
  const templates = samples.map((name) => name.replace(/-\d$/, ""));
  const used = new Set<unknown>(entries.map(([, { row }]) => row.template));
  for (const template of templates) expect(used).toContain(template);
  const paths = entries.map(([, { row }]) => `${row.pk.replace(/#.*/s, "#*")} ${row.sk}`);
  for (const beginning of Object.keys(readers))
    expect(
      paths.some((path) => path.startsWith(beginning)),
      beginning,
    ).toBe(true);
});
