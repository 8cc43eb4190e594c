/** The invariants of every customer after everything has settled, for every request, order and failure. */
import { isDeepStrictEqual } from "node:util";
import { subscriptionFacts } from "#functions/billing/stripe/subscriptions.ts";
import { parseProfile } from "#functions/customer/profile.ts";
import { searchAttributes } from "#functions/customer/search-attributes.ts";
import { endOfJapanDay } from "#functions/platform/time.ts";
import { storedShape } from "#shared/customer/customer-field-views.ts";
import { customerFields } from "#shared/customer/customer-fields.ts";
import { ccAddressOf } from "./states.ts";
import { type Customer, type World, work } from "./world.ts";

type Row = Record<string, unknown>;

export interface Surroundings {
  /** A mail may have gone out twice: its function died, or its answer was lost, before that was written down. */
  mayRepeatMail: boolean;
  bystander: Bystander;
}

const isLive = ({ status }: { status: string }): boolean =>
  !["canceled", "incomplete_expired"].includes(status);

/** Everything about a customer that was found wrong; nothing when all is well. */
export async function violations(
  world: World,
  customer: Customer,
  { mayRepeatMail, bystander }: Surroundings,
): Promise<string[]> {
  const rows = await world.portal.everything();
  const own = rows.filter(({ pk }) => pk === `CUSTOMER#${customer.sub}`);
  const audit = own.filter(({ action }) => action !== undefined);
  const profileRow = own.find(({ sk }) => sk === "PROFILE");
  const history = rows.filter(({ pk, kind }) => pk === `ACTIVITY#${customer.sub}` && kind !== undefined);
  const facts = [...audit.map(({ action }) => String(action)), ...history.map(({ kind }) => String(kind))];
  const isErased = audit.some(({ action }) => action === "erased");
  return [
    ...(profileRow ? profileProblems(profileRow) : []),
    ...moneyProblems(world, customer, profileRow, audit),
    ...(profileRow ? debtProblems(world, profileRow, audit) : []),
    ...(profileRow ? addressProblems(world, customer, profileRow, mayRepeatMail) : []),
    ...auditProblems(audit, profileRow),
    ...mailProblems(world, customer, facts, mayRepeatMail),
    ...copyProblems(world, customer, audit, mayRepeatMail),
    ...workProblems(rows, customer, own),
    ...(isErased ? erasureProblems(world, customer, rows) : []),
    ...logProblems(world, customer),
    ...(await bystander.problems()),
  ];
}

/** Every stored field keeps its rule, and operators find the customer by what is stored. */
function profileProblems(profileRow: Row): string[] {
  const invalid = Object.entries(customerFields).flatMap(([name, { rule }]) => {
    const value = profileRow[name];
    const isEmpty = value === "" || value === null || value === undefined;
    return isEmpty || rule.safeParse(value).success ? [] : [`${name} is stored as ${JSON.stringify(value)}`];
  });
  const isShaped = Object.entries(storedShape).every(
    ([name, shape]) => shape.safeParse(profileRow[name]).success,
  );
  const unfound = Object.entries(searchAttributes(profileRow)).flatMap(([name, key]) =>
    (profileRow[name] ?? null) === key ? [] : [`${name} is stored as ${profileRow[name]} instead of ${key}`],
  );
  return [...invalid, ...unfound, ...(isShaped ? [] : ["the profile has not its shape"])];
}

/** At most one live subscription, which the plan stands on; every yen paid is owed or given back. */
function moneyProblems(world: World, { sub }: Customer, profileRow: Row | undefined, audit: Row[]): string[] {
  const stripe = world.stripeState();
  const ids = new Set(stripe.customers.filter(({ metadata }) => metadata.sub === sub).map(({ id }) => id));
  const isOurs = ({ customer }: { customer?: unknown }) => ids.has(String(customer));
  const subscriptions = stripe.subscriptions.filter(isOurs);
  const live = subscriptions.filter(isLive);
  const problems: string[] = [];
  const say = (isWrong: boolean, text: string) => void (isWrong && problems.push(text));

  say(ids.size > 1, `${ids.size} customers at Stripe`);
  say(live.length > 1, `${live.length} live subscriptions: ${live.map(({ id }) => id).join(", ")}`);
  if (profileRow) {
    const profile = parseProfile(profileRow);
    const current = subscriptions.find(({ id }) => id === profile.subscriptionId);
    const facts = current && subscriptionFacts(current as never);
    const inForce = ["active", "trialing", "past_due"].includes(current?.status ?? "");
    const isGiven = profile.subscriptionId === undefined && audit.some(({ to }) => to === "standard");
    say(
      (profile.plan === "standard") !== (inForce || isGiven),
      `plan ${profile.plan}, subscription ${current?.status}`,
    );
    say(
      live.some((each) => each !== current),
      "a live subscription that the profile does not name",
    );
    say(
      inForce && profile.paymentType !== facts?.paidBy,
      `paid by ${facts?.paidBy}, not ${profile.paymentType}`,
    );
    const isInSync =
      !facts || facts.contract.state === "over" || isDeepStrictEqual(profile.contract, facts.contract);
    say(!isInSync, `the profile's contract ${JSON.stringify(profile.contract)} is not Stripe's`);
    say(live.length > 0 && profile.closedAt !== undefined, "a closed account has a live subscription");
  } else say(live.length > 0, "a live subscription of nobody");

  const closedAt = String(audit.find(({ action }) => action === "closed")?.at ?? "9");
  /** It was the customer's contract at some time, which did not begin after the account was closed. */
  const wasUsed = (id: unknown): boolean =>
    audit.some(
      ({ action, subscriptionId, at }) =>
        ["upgraded", "resubscribed"].includes(String(action)) &&
        subscriptionId === id &&
        String(at) < closedAt,
    );
  for (const invoice of stripe.invoices.filter(isOurs)) {
    const subscription = String(invoice.parent?.subscription_details?.subscription);
    const payments = stripe.invoicePayments.filter(({ invoice: id }) => id === invoice.id);
    const intents = payments.map(({ payment }) => String(payment.payment_intent));
    const kept = stripe.charges
      .filter(({ payment_intent, paid }) => paid && intents.includes(String(payment_intent)))
      .reduce((sum, { amount, amount_refunded }) => sum + amount - amount_refunded, 0);
    say(kept > 0 && !wasUsed(subscription), `${kept} yen of ${invoice.id} are kept for nothing`);
    const isDue = invoice.status === "open" || invoice.status === "draft";
    say(isDue && !wasUsed(subscription), `invoice ${invoice.id} is ${invoice.status} for nothing`);
    say(
      invoice.status === "draft" && profileRow?.closedAt !== undefined,
      `draft ${invoice.id} of a closed account`,
    );
  }
  const open = stripe.sessions.filter((each) => each.client_reference_id === sub && each.status === "open");
  const payable = open.filter(({ mode }) => mode === "subscription");
  say(payable.length > 1, `${payable.length} pages to pay on`);
  say(
    open.length > 0 && (!profileRow || profileRow.closedAt !== undefined),
    "a page to pay on of a closed account",
  );
  say(payable.length > 0 && profileRow?.plan === "standard", "a page to pay on beside a contract");
  return problems;
}

/**
 * The pool, the profile and Stripe have the same addresses; whoever changed theirs was told at both. The pool lets those in whose
 * account is open.
 */
function addressProblems(
  world: World,
  customer: Customer,
  profileRow: Row,
  mayRepeatMail: boolean,
): string[] {
  const { sub, email, newEmail } = customer;
  const account = world.portal.cognito.users().find((user) => user.sub === sub);
  const payers = world.stripeState().customers.filter(({ metadata }) => metadata.sub === sub);
  const notices = (address: string): number =>
    world.portal.inbox
      .list(address)
      .filter(({ subject = "" }) => subject.endsWith("メールアドレス変更のお知らせ")).length;
  const isWrong = (count: number): boolean => count < 1 || count > (mayRepeatMail ? 2 : 1);
  return [
    ...(account && account.attributes.email !== profileRow.email
      ? ["the pool has another e-mail address"]
      : []),
    ...(account && account.enabled !== (profileRow.closedAt === undefined)
      ? [`the account is ${account.enabled ? "enabled and closed" : "disabled and not closed"}`]
      : []),
    ...payers.flatMap((payer) =>
      profileRow.plan === "standard" && payer.email !== profileRow.billingEmail
        ? ["Stripe has another e-mail address"]
        : [],
    ),
    ...(newEmail === undefined ? [] : [email, newEmail])
      .filter((address) => isWrong(notices(address)))
      .map((address) => `${notices(address)} mails about the new address`),
  ];
}

/** Actions that can happen only once, or once more than their opposites; a cancellation once more for each date. */
const onceEach: readonly (readonly [fact: string, ...opposites: string[]])[] = [
  ["signup"],
  ["closed"],
  ["erased"],
  ["upgraded"],
  ["resubscribed"],
  ["plan-suspended", "resubscribed", "plan-standard"],
  ["contract-ended"],
  ["cancellation-scheduled", "cancellation-withdrawn"],
];

function auditProblems(audit: Row[], profileRow: Row | undefined): string[] {
  const count = (...facts: string[]) => audit.filter(({ action }) => facts.includes(String(action))).length;
  const dates = new Set(audit.flatMap(({ endsAt }) => (endsAt === undefined ? [] : [endsAt])));
  const twice = onceEach.flatMap(([fact, ...opposites]) => {
    const most =
      1 + count(...opposites) + (fact === "cancellation-scheduled" ? Math.max(0, dates.size - 1) : 0);
    return count(fact) > most ? [`${count(fact)} audit rows ${fact}`] : [];
  });
  const closedAt = audit.find(({ action }) => action === "closed")?.at;
  const late = audit.filter(
    ({ action, at }) =>
      closedAt !== undefined &&
      ["signup", "upgraded", "resubscribed"].includes(String(action)) &&
      String(at) > String(closedAt),
  );
  const versions = audit.flatMap(({ sk, action }) => (action === "updated" ? [String(sk)] : []));
  const untold =
    profileRow?.plan === "standard" && count("upgraded") === 0 ? ["no audit row of the upgrade"] : [];
  // No experiment closes an account again.
  const isLost = audit.some(({ action, operator }) => action === "erased" && operator === undefined);
  return [
    ...twice,
    ...late.map(({ action }) => `${action} after the account was closed`),
    ...(new Set(versions).size < versions.length ? ["two audit rows updated"] : []),
    ...untold,
    ...(isLost && count("account-restored") > 0 ? ["restored, and erased as if it were closed"] : []),
  ];
}

/** Facts that a mail tells of, by its subject. */
const mails: Readonly<Record<string, string>> = {
  signup: "ライセンスキー（認証キー）のお知らせ",
  "licence-key-reissued": "ライセンスキー（認証キー）再発行のお知らせ",
  upgraded: "スタンダードプランへのアップグレード完了のお知らせ",
  resubscribed: "スタンダードプランのご契約再開のお知らせ",
  "plan-suspended": "スタンダードプラン停止のお知らせ",
  "plan-standard": "スタンダードプランご利用再開のお知らせ",
  "contract-ended": "スタンダードプランご契約終了のお知らせ",
  "cancellation-scheduled": "解約のお申し込みを受け付けました",
  "cancellation-withdrawn": "解約のお申し込みを取り消しました",
  "payment-type-changed": "お支払い方法を変更しました",
  "card-expires": "カードの有効期限のご確認のお願い",
  closed: "退会手続きのお知らせ",
  erased: "データ消去のお知らせ",
  "passkey-added": "パスキー追加のお知らせ",
  "passkey-removed": "パスキー削除のお知らせ",
  "authenticator-on": "認証アプリ設定のお知らせ",
  "authenticator-off": "認証アプリ解除のお知らせ",
};

const untoldOfClosed = ["plan-suspended", "plan-standard", "contract-ended"];

/** Each mail once, and true: as many as facts. */
function mailProblems(
  world: World,
  { email, newEmail = email }: Customer,
  facts: readonly string[],
  mayRepeat: boolean,
): string[] {
  const addresses = [...new Set([email, newEmail])];
  const inbox = addresses.flatMap((each) => world.portal.inbox.list(each).toReversed());
  const told = inbox.map(({ subject = "" }) => subject.replace(/^【.*】/, ""));
  const wrong = Object.entries(mails).flatMap(([fact, subject]) => {
    // The key is mailed again under the same subject.
    const count = facts.filter(
      (each) => each === fact || (fact === "signup" && each === "licence-key-resent"),
    ).length;
    const sent = told.filter((each) => each === subject).length;
    // A contract that ends with its account is told of by one mail.
    if (untoldOfClosed.includes(fact) && facts.includes("closed")) return [];
    const most = mayRepeat ? 2 * count : count;
    // A mail that was not sent yet goes with its customer.
    const isTold = !facts.includes("erased") || (fact === "erased" && facts.includes("signup"));
    const least = isTold ? count : 0;
    return sent < least || sent > most ? [`${sent} mails ${subject} for ${count} ${fact}`] : [];
  });
  return wrong;
}

/** A late invoice was told, and a contract on hold has something to pay. */
function debtProblems(world: World, profileRow: Row, audit: Row[]): string[] {
  const { subscriptions, invoices } = world.stripeState();
  const { subscriptionId } = parseProfile(profileRow);
  const own = invoices.filter(({ parent }) => parent?.subscription_details?.subscription === subscriptionId);
  const open = own.filter(({ status }) => status === "open");
  const isTold = (id: string) =>
    audit.some(({ action, invoiceId }) => action === "payment-failed" && invoiceId === id);
  const untold = open.filter(
    ({ id, due_date }) =>
      typeof due_date === "number" && endOfJapanDay(due_date * 1000) < Date.now() && !isTold(id),
  );
  const isUnpaid = subscriptions.some(({ id, status }) => id === subscriptionId && status === "unpaid");
  return [
    ...untold.map(({ id }) => `nobody was told that ${id} is late`),
    ...(isUnpaid && open.length === 0 ? ["a contract on hold has nothing that its customer can pay"] : []),
  ];
}

/** Each invoice is told once to its further recipient, and none that was issued after the account was closed. */
function copyProblems(world: World, customer: Customer, audit: Row[], mayRepeat: boolean): string[] {
  const { customers, invoices } = world.stripeState();
  const address = ccAddressOf(customer);
  const own = customers
    .filter(({ metadata }) => metadata.sub === customer.sub && metadata.ccAddresses === address)
    .map(({ id }) => id);
  const copies = world.portal.inbox.list(address).map(({ text }) => text);
  const mayBeUntold = audit.some(({ action }) => action === "closed");
  return invoices
    .filter((invoice) => own.includes(String(invoice.customer)) && invoice.total > 0 && invoice.number)
    .flatMap(({ number, status }) => {
      const told = copies.filter((text) => text.includes(`請求書番号：${number}\n`)).length;
      const isIssued = status === "open" || status === "paid";
      const isTold = told > 0 || !isIssued || mayBeUntold;
      return isTold && told <= (mayRepeat ? 2 : 1) ? [] : [`${told} copies of the ${status} ${number}`];
    });
}

/** Only work with a later date is left, and a closed account has the date of its erasure. */
function workProblems(rows: Row[], { sub }: Customer, own: Row[]): string[] {
  const checkout = own.find(({ sk }) => sk === "CHECKOUT");
  const profileRow = own.find(({ sk }) => sk === "PROFILE");
  const isClosed = profileRow?.closedAt !== undefined;
  const willBeErased = rows.some(
    ({ pk, sk, state }) => pk === "CLOSURES" && sk === sub && state === "closed",
  );
  const waits = ({ pk, kind, state }: Row): boolean =>
    (pk === "CHECKOUTS" && checkout?.state === "open") ||
    (pk === "STRIPE_TASKS" &&
      !["second-subscription", "payment-after-closing", "contract-change"].includes(String(kind))) ||
    (pk === "CLOSURES" && state === "closed" && (isClosed || !profileRow));
  const left = rows.filter(
    (row) => work.includes(String(row.pk)) && [row.sk, row.sub, row.customer].includes(sub) && !waits(row),
  );
  return [
    ...left.map(
      ({ pk, kind, template, state }) => `${pk} still holds ${kind ?? template ?? state ?? "a row"}`,
    ),
    ...(isClosed && !willBeErased ? ["a closed account that nothing will erase"] : []),
  ];
}

/** Only the audit trail, with ids alone, has rows of an erased person. */
function erasureProblems(world: World, customer: Customer, rows: Row[]): string[] {
  const { sub, loginId, email, phoneNumber } = customer;
  const names = [loginId, email, phoneNumber, phoneNumber.replace(/^0/, "+81").replaceAll("-", "")];
  const left = rows.filter((row) => {
    // DynamoDB deletes it within days, and nobody reads it.
    if (Number(row.expiresAt) * 1000 < Date.now()) return false;
    const text = JSON.stringify(row);
    // The trail stays, and that there was an erasure. Counters end with their window, and a code that nobody has used within a day:
    // somebody else may be about to use it.
    const isAudit = row.pk === `CUSTOMER#${sub}` && String(row.sk).startsWith("AUDIT#");
    if (row.pk === `ERASED#${sub}` || String(row.pk).startsWith("RATE#")) return false;
    if (String(row.pk).startsWith("VERIFICATION#") && row.sub === undefined) return false;
    return names.some((each) => text.includes(each)) || (!isAudit && text.includes(sub));
  });
  const trail = world.finalTrails.get(sub);
  // Two erasures at once say twice that they begin.
  const late = rows.filter(
    ({ pk, sk, operator, action }) =>
      trail &&
      action !== "erasure-begun" &&
      pk === `CUSTOMER#${sub}` &&
      operator === undefined &&
      !trail.includes(sk),
  );
  const account = world.portal.cognito.users().filter((user) => user.sub === sub);
  const stripe = world.stripeState();
  // A customer with an invoice is kept for seven years.
  const atStripe = stripe.customers.filter(
    ({ id, metadata }) => metadata.sub === sub && !stripe.invoices.some(({ customer }) => customer === id),
  );
  const kept = stripe.customers.filter(({ metadata }) => metadata.sub === sub);
  const reachable = kept.filter(
    ({ id, email: to, phone, metadata, invoice_settings: { custom_fields } }) =>
      [to, phone, metadata.ccAddresses, custom_fields].some(Boolean) ||
      stripe.paymentMethods.some((card) => card.customer === id),
  );
  return [
    ...reachable.map(({ id }) => `erased, and Stripe's ${id} has contact, texts or a card`),
    ...atStripe.map(({ id }) => `erased, and Stripe's ${id} is there without an invoice`),
    ...left.map(({ pk, sk }) => `erased, and ${pk} ${sk} is there`),
    ...late.map(({ sk }) => `erased, and ${sk} came later`),
    ...account.map(() => "erased, and the account is there"),
  ];
}

function logProblems({ portal }: World, customer: Customer): string[] {
  const { loginId, email, newEmail = email, phoneNumber } = customer;
  const lines = portal.logged.join("");
  return [loginId, email, newEmail, phoneNumber]
    .filter((each) => lines.includes(each))
    .map((each) => `the log names ${each}`);
}

export interface Bystander {
  problems(): Promise<string[]>;
}

/** Somebody who does nothing: their rows, account and payments must stay as they are. */
export async function watch(world: World, { sub, loginId, email }: Customer): Promise<Bystander> {
  async function look(): Promise<Record<string, unknown>> {
    const rows = (await world.portal.everything()).filter((row) => JSON.stringify(row).includes(sub));
    const stripe = world.stripeState();
    const ids = stripe.customers.filter(({ metadata }) => metadata.sub === sub).map(({ id }) => id);
    return {
      ...Object.fromEntries(rows.map((row) => [`${row.pk} ${row.sk}`, row])),
      account: world.portal.cognito.users().filter((user) => user.userName === loginId),
      mails: world.portal.inbox.list(email).length,
      subscriptions: stripe.subscriptions.filter(({ customer }) => ids.includes(String(customer))),
      charges: stripe.charges.filter(({ customer }) => ids.includes(String(customer))),
    };
  }
  const before = await look();
  return {
    async problems() {
      const now = await look();
      return [...new Set([...Object.keys(before), ...Object.keys(now)])]
        .filter((name) => !isDeepStrictEqual(before[name], now[name]))
        .map((name) => `the bystander's ${name} changed`);
    },
  };
}
