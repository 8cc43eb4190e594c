/** Finds customers by login ID, address, phone number, id or company name. */
import { getItem } from "#functions/platform/table.ts";
import { findAccounts } from "#functions/platform/user-pool.ts";
import { writeAudit } from "../audit.ts";
import type { CommandContext, ReadingCommand } from "../command.ts";
import { UnreadableRow } from "../rows.ts";
import { maskEmail, table } from "../show.ts";
import { findAccount } from "./account.ts";
import { isId, readProfile } from "./customer.ts";
import { searchProfiles, toPhoneNumber } from "./search-profiles.ts";

interface Found {
  subs: readonly string[];
  /** Says that there are more. */
  note?: string;
}

export const find: ReadingCommand = {
  purpose:
    "Finds customers by login ID, e-mail address, phone number in any form, customer id, or the beginning of the company's name without its legal form.",
  takes: ["text"],
  allows: ["full"],
  async run([text = ""], context) {
    const { subs, note } = await search(text.trim());
    const customers = await Promise.all(subs.map((sub) => describe(sub, context)));
    // Written for each customer that is shown.
    for (const sub of subs) await writeAudit(sub, "looked-up", context.options.full ? { full: true } : {});
    const notes = [note, ...customers.map(({ unreadable }) => unreadable)].filter(
      (each) => each !== undefined,
    );
    const found = customers.length === 0 ? "Nobody is found." : table([header, ...customers.map(rowOf)]);
    return { text: [found, ...notes].join("\n"), data: { customers, notes } };
  },
};

async function search(text: string): Promise<Found> {
  // Several accounts may have one address.
  if (text.includes("@"))
    return { subs: (await findAccounts(text)).map(({ attributes: { sub = "" } }) => sub) };
  if (isId(text)) {
    const pointer = await getItem({ pk: `CUSTOMER_ID#${text.toLowerCase()}`, sk: "POINTER" });
    if (pointer) return { subs: [String(pointer.sub)] };
  }
  const account = /^[\x21-\x7e]+$/.test(text) ? await findAccount(text) : undefined;
  // A login ID may look like a phone number.
  if (account && toPhoneNumber(text) === undefined) return { subs: [account.sub] };
  const { subs, ...rest } = await searchProfiles(text);
  return { ...rest, subs: [...new Set([...(account ? [account.sub] : []), ...subs])] };
}

const columns = ["customerId", "sub", "loginId", "company", "plan", "paymentType", "email"] as const;
const header = ["customer id", "sub", "login ID", "company", "plan", "payment", "e-mail"];

type Described = Record<(typeof columns)[number], string | undefined> & {
  /** Why the profile is not shown. */
  unreadable?: string;
};

const rowOf = (customer: Described): string[] => columns.map((column) => customer[column] || "-");

async function describe(sub: string, context: CommandContext): Promise<Described> {
  const [account, { profile, unreadable }] = await Promise.all([findAccount(sub), profileOrReason(sub)]);
  const email = profile?.email ?? account?.attributes.email;
  return {
    customerId: profile?.customerId,
    sub,
    loginId: account?.userName ?? profile?.loginId,
    company: profile?.corporateName ?? (unreadable ? "(cannot be read)" : "(not signed up)"),
    plan: profile?.closedAt === undefined ? profile?.plan : `${profile.plan}, closed`,
    paymentType: profile?.paymentType,
    email: email && !context.options.full ? maskEmail(email) : email,
    ...(unreadable !== undefined && { unreadable }),
  };
}

/** One damaged profile does not hide the others. */
async function profileOrReason(sub: string) {
  try {
    return { profile: await readProfile(sub) };
  } catch (error) {
    if (!(error instanceof UnreadableRow)) throw error;
    return { unreadable: error.message };
  }
}
