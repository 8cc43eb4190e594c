/** Finds customers by login ID, address, phone number, id or company name. */
import type { Profile } from "../../../functions/customer/profile.ts";
import { writeAudit } from "../audit.ts";
import type { Command, CommandContext } from "../command.ts";
import { maskEmail, table } from "../show.ts";
import { readRow } from "../table.ts";
import { type Account, accountsWithEmail, findAccount } from "./account.ts";
import { isId, readProfile } from "./customer.ts";
import { findByCompany } from "./find-company.ts";

interface Found {
  /** Of `sub`. */
  subs: readonly string[];
  /** What the search skipped, if anything. */
  note?: string | undefined;
}

export const find: Command = {
  purpose: "Finds customers by login ID, e-mail address, customer id, or a part of the company's name.",
  takes: ["text"],
  allows: ["full"],
  async run([text = ""], context) {
    const { subs, note } = await search(text.trim(), context);
    const shown = await Promise.all(subs.map((sub) => describe(sub, context)));
    // Written for each customer that is shown.
    for (const sub of subs)
      await writeAudit(sub, "looked-up", context, context.options.full ? { full: true } : {});
    const result = subs.length === 0 ? "Nobody is found." : table([header, ...shown]);
    return note === undefined ? result : `${result}\n${note}`;
  },
};

async function search(text: string, context: CommandContext): Promise<Found> {
  if (text.includes("@")) return toFound(await accountsWithEmail(text, context));
  if (isId(text)) {
    const pointer = await readRow(context, { pk: `CUSTOMER_ID#${text.toLowerCase()}`, sk: "POINTER" });
    if (pointer) return { subs: [String(pointer.sub)] };
  }
  const account = /^[\x21-\x7e]+$/.test(text) ? await findAccount(text, context) : undefined;
  return account ? toFound([account]) : findByCompany(text, context);
}

const toFound = (accounts: readonly Account[]): Found => ({ subs: accounts.map(({ sub }) => sub) });

const header = ["customer id", "sub", "login ID", "company", "plan", "payment", "e-mail"];

async function describe(sub: string, context: CommandContext): Promise<string[]> {
  const [account, profile] = await Promise.all([findAccount(sub, context), readProfile(sub, context)]);
  const email = profile?.email ?? account?.attributes.email ?? "-";
  return [
    profile?.customerId ?? "-",
    sub,
    account?.userName ?? profile?.loginId ?? "-",
    profile?.corporateName ?? "(not signed up)",
    planOf(profile),
    profile?.paymentType || "-",
    context.options.full ? email : maskEmail(email),
  ];
}

const planOf = (profile: Profile | undefined): string => profile?.plan ?? "-";
