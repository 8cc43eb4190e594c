/**
 * Every state that Stripe, time or an operator can bring a contract into: what the customer reads on menu and contract, in the dialog
 * and in mails, and that what is offered is what is permitted.
 */
import type Stripe from "stripe";
import { describe, expect, test, vi } from "vitest";
import { type Contract, type ContractAction, latePayments } from "#shared/contract.ts";
import { advance } from "#test/functions/support/portal.ts";
import { refusal } from "#test/functions/support/replies.ts";
import type { Owner } from "#test/functions/support/world/customers.ts";
import { successPath } from "#test/functions/support/world/purchases.ts";
import { startWorld } from "#test/functions/support/world/world.ts";
import { cancellationSentences, stateSentence } from "#web/features/contract/contract-sentences.ts";
import {
  cardExpirySentence,
  consequenceSentence,
  isCurrentLate,
  lateSentence,
  nextChargeText,
  paymentHealth,
} from "#web/lib/payment-sentences.ts";

const world = await startWorld({ deliversEvents: true });
const { emulator, stripe, portal, latestInvoiceOf, pass, settled } = world;

const daySeconds = 24 * 60 * 60;
const inDays = (days: number): number => Math.floor(Date.now() / 1000) + days * daySeconds;

/** At Stripe. */
const change = (id: string, changes: Stripe.SubscriptionUpdateParams) =>
  settled(() => stripe.subscriptions.update(id, changes));

/** An operator gives the standard plan, as `change-plan` does. */
async function provide(payer: Owner): Promise<void> {
  const { version } = await world.profileOf(payer);
  const given = {
    plan: "standard",
    paymentType: "",
    subscriptionId: undefined,
    contract: undefined,
  } as const;
  await world.changeProfile(payer, { ...given, version: version + 1 });
}

const goesOn = ["change-invoice-fields", "change-card", "pay-by-invoice", "cancel"];
const onHold = ["change-invoice-fields", "cancel"];
const renews = "ご契約は自動で更新されます。お手続きの必要はありません。";
const noDelay = "お支払いの遅れはありません";
const late = "お支払いを確認できていません";
const until = "〈日〉まで、これまでどおりご利用いただけます。";
const atOnce = "停止中のご契約は、ただちに終了します。解約は取り消せません。";
const threat = "…ご利用いただけなくなることがあります。";
const declined =
  "ご登録のカードで決済できませんでした。〈日〉にもう一度お支払いの処理を行いますので、それまでに";
const suspended =
  "スタンダードプランのご利用を停止しています。請求書のお支払いを確認しだい、ご利用を再開いたします。";
const over = "スタンダードプランの機能はご利用いただけません。ご契約は〈日〉に終了しました。";

/** Subjects of the mails after the upgrade. */
const mails = {
  scheduled: "解約のお申し込みを受け付けました",
  declined: "カードでのお支払いを確認できませんでした",
  overdue: "請求書のお支払い期限が過ぎています",
  onHold: "ご利用の再開に必要なお支払いについて",
  suspended: "スタンダードプラン停止のお知らせ",
  invoice: "お支払い方法を変更しました",
};

interface State {
  by: "card" | "invoice";
  /** Brings a contract that has just begun into the state. */
  arrange: (id: string, payer: Owner) => Promise<unknown>;
  status: Contract["status"];
  menu: [nextCharge: string, health: string];
  contract: string[];
  dialog: string;
  actions: string[];
  mails: string[];
}

const usual: State = {
  by: "card",
  arrange: async () => undefined,
  status: "active",
  menu: ["〈日〉　11,000円", noDelay],
  contract: [renews],
  dialog: until,
  actions: goesOn,
  mails: [],
};
const byInvoice: State = {
  ...usual,
  by: "invoice",
  actions: ["change-invoice-fields", "pay-by-card", "cancel"],
};
const pastDue = { status: "past_due", menu: ["〈日〉　11,000円", late] } satisfies Partial<State>;
const ending: State = {
  ...usual,
  status: "cancel_scheduled",
  menu: ["ありません", noDelay],
  contract: ["〈日〉までスタンダードプランをご利用いただけます。以後は更新されず、ご請求もありません。"],
  dialog: "―",
  actions: ["change-invoice-fields", "change-card", "resume"],
  mails: [mails.scheduled],
};
const unpaid: State = {
  ...usual,
  status: "on_hold",
  menu: ["停止中", late],
  contract: [suspended],
  dialog: atOnce,
  actions: onHold,
  mails: [mails.onHold, mails.suspended],
};
const ended: State = {
  ...usual,
  status: "ended",
  menu: ["ありません", noDelay],
  contract: [over],
  dialog: "―",
  actions: ["subscribe", "subscribe-by-invoice"],
  mails: [mails.suspended],
};

const states = {
  "paid by card": usual,
  "paid by transfer": {
    ...byInvoice,
    arrange: (id) => pass(id),
    contract: [
      "ご契約は自動で更新されます。お申し込みから数時間以内に、請求書を keiri@example.com にお送りします。届きましたら、発行日から30日後のお支払い期限までに銀行振込でお支払いください。",
    ],
  },
  "with an invoice due": {
    ...byInvoice,
    arrange: (id) => settled(async () => stripe.invoices.finalizeInvoice(await latestInvoiceOf(id))),
    menu: ["〈日〉　11,000円", "〈日〉までにお支払いください"],
    contract: ["お支払い待ちの請求書があります。〈日〉までにお支払いください。"],
  },
  overdue: {
    ...byInvoice,
    ...pastDue,
    arrange: (id) => pass(id, "overdue"),
    contract: ["お支払い期限（〈日〉）\u2060を過ぎています。お早めにお支払いください。", threat],
    mails: [mails.overdue],
  },
  "declined card": {
    ...usual,
    ...pastDue,
    arrange: (id) => pass(id, "payment_failed"),
    contract: [`${declined}請求書をお支払いいただくか、カードを変更してください。`, threat],
    mails: [mails.declined],
  },
  "declined card, changed to the invoice": {
    ...byInvoice,
    ...pastDue,
    by: "card",
    arrange: async (id, payer) => {
      await pass(id, "payment_failed");
      await world.payBy(payer, "invoice");
    },
    contract: [`${declined}お支払いください。`, threat],
    mails: [mails.declined, mails.invoice],
  },
  "on hold, unpaid": { ...unpaid, arrange: (id) => pass(id, "payment_failed", "unpaid") },
  "on hold, unpaid by transfer": {
    ...unpaid,
    by: "invoice",
    arrange: (id) => pass(id, "overdue", "unpaid"),
  },
  "on hold, paused": {
    ...unpaid,
    arrange: (id) => pass(id, "paused"),
    menu: ["停止中", noDelay],
    contract: ["スタンダードプランのご利用を停止しています。再開については、お問い合わせください。"],
    mails: [mails.suspended],
  },
  "free trial at Stripe": { ...usual, arrange: (id) => change(id, { trial_end: inDays(40) }) },
  cancelled: { ...ending, arrange: (_, payer) => world.cancel(payer) },
  "cancelled with an invoice due": {
    ...ending,
    by: "invoice",
    arrange: async (id, payer) => {
      await stripe.invoices.finalizeInvoice(await latestInvoiceOf(id));
      await settled(() => world.cancel(payer));
    },
    menu: ["ありません", "〈日〉までにお支払いください"],
    contract: [
      "〈日〉までスタンダードプランをご利用いただけます。以後は更新されません。お支払い待ちの請求書があります。〈日〉までにお支払いください。",
    ],
    actions: ["change-invoice-fields", "resume"],
  },
  "with an end in 200 days": {
    ...ending,
    arrange: (id) => change(id, { cancel_at: inDays(200) }),
    menu: ["〈日〉　11,000円", noDelay],
    contract: ["〈日〉までスタンダードプランをご利用いただけます。それまでは自動で更新されます。"],
    dialog: until,
    actions: [...goesOn, "resume"],
  },
  "with an end within the period": { ...ending, arrange: (id) => change(id, { cancel_at: inDays(10) }) },
  "collection is paused": {
    ...usual,
    arrange: (id) => change(id, { pause_collection: { behavior: "void" } }),
    menu: ["停止中", noDelay],
    contract: ["スタンダードプランをご利用いただけます。ただいまご請求を停止しています。"],
  },
  "collection is paused for some days": {
    ...usual,
    arrange: (id) => change(id, { pause_collection: { behavior: "void", resumes_at: inDays(5) } }),
  },
  "with a coupon": {
    ...usual,
    arrange: async (id) => {
      const { id: coupon } = await stripe.coupons.create({ percent_off: 30, duration: "forever" });
      await change(id, { discounts: [{ coupon }] });
    },
    menu: ["〈日〉　7,700円", noDelay],
  },
  "paid with credit": {
    ...usual,
    arrange: async (_, payer) => stripe.customers.update(await world.stripeIdOf(payer), { balance: -4_000 }),
    menu: ["〈日〉　7,000円", noDelay],
  },
  "another price is scheduled": {
    ...usual,
    arrange: (id) => settled(() => stripe.subscriptionSchedules.create({ from_subscription: id })),
  },
  "paid by a card that expires this month": {
    ...usual,
    arrange: (id) => pass(id, "card_expires"),
    contract: ["ご登録のカードの有効期限（〈日〉）\u2060が近づいています。", "ご契約は自動で更新されます。"],
  },
  "paid by a card that has expired": {
    ...usual,
    arrange: async (id) => emulator.simulate.cardExpires(id, "2020-01"),
    contract: ["ご登録のカードの有効期限（〈日〉）\u2060が過ぎています。", "ご契約は自動で更新されます。"],
  },
  "cancelled, with a card that expires this month": {
    ...ending,
    arrange: async (id, payer) => {
      await pass(id, "card_expires");
      await world.cancel(payer);
    },
  },
  "ended, paid": { ...ended, arrange: (id) => settled(() => stripe.subscriptions.cancel(id)) },
  "ended, unpaid": {
    ...ended,
    arrange: (id) => pass(id, "payment_failed", "gave_up"),
    menu: ["ありません", late],
    contract: [
      "終了したご契約について、お支払いを確認できていない請求があります。お早めにお支払いください。",
      over,
    ],
    actions: ["subscribe"],
    mails: ["終了したご契約のお支払いについて", mails.suspended],
  },
  "given by an operator": {
    ...ended,
    arrange: async (id, payer) => {
      await settled(() => stripe.subscriptions.cancel(id));
      await provide(payer);
    },
    status: "provided",
    contract: ["スタンダードプランをご利用いただけます。カスタマーポータルからのご請求はありません。"],
    actions: [],
  },
} satisfies Record<string, State>;
type StateName = keyof typeof states;
const names = Object.keys(states) as StateName[];

async function arrange(name: StateName): Promise<{ payer: Owner; id: string; contract: Contract }> {
  emulator.webhooks.mode = "drop";
  const [payer, id] = await world.createPayer(states[name].by);
  emulator.webhooks.mode = "deliver";
  await states[name].arrange(id, payer);
  return { payer, id, contract: await world.contractOf(payer) };
}

const dates = /\d{4}年\d+月(?:\d+日)?/g;
const undated = (text: string): string => text.replace(dates, "〈日〉");

/** The sentences of a contract, without its dates. */
function readBy(contract: Contract) {
  const [late] = latePayments(contract);
  const cardExpiry = cardExpirySentence(contract);
  return {
    menu: [undated(nextChargeText(contract)), undated(paymentHealth(contract) ?? "")],
    contract: [
      ...(late ? [undated(lateSentence(contract, late))] : []),
      ...(late && consequenceSentence(contract, late) !== undefined
        ? ["…ご利用いただけなくなることがあります。"]
        : []),
      ...(cardExpiry === undefined ? [] : [undated(cardExpiry)]),
      ...(isCurrentLate(contract) ? [] : [undated(stateSentence(contract))]),
    ],
    dialog: contract.actions.includes("cancel") ? undated(cancellationSentences(contract)[0] ?? "") : "―",
  };
}

/** The call behind each button. */
const calls: Record<ContractAction, (payer: Owner, contract: Contract) => Promise<{ status: number }>> = {
  upgrade: (payer) => world.card(payer),
  subscribe: (payer) => world.card(payer, successPath(), { cancel_path: "/contract" }),
  cancel: (payer) => world.cancel(payer),
  resume: (payer) => world.resume(payer),
  "pay-by-card": (payer) => world.payBy(payer, "card"),
  "pay-by-invoice": (payer) => world.payBy(payer, "invoice"),
  "change-card": (payer) => world.setUp(payer, { cancel_path: "/contract", success_path: "/contract" }),
  "subscribe-by-invoice": (payer) => world.invoice(payer),
  "change-invoice-fields": (payer, { invoiceFields }) =>
    world.changeContract(payer, { operation: "invoice-fields", addressee: "総務部", before: invoiceFields }),
};

/** Subjects of the mails after the upgrade, oldest first. */
const mailedTo = async (payer: Owner) =>
  (await world.toldOf(payer)).mails.map((each = "") => each.replace("【電話連携プラグイン】", ""));

test.each(names)("a contract that is %s says so everywhere, and permits what it offers", async (name) => {
  const { payer, contract } = await arrange(name);
  const { status, actions } = contract;
  const told = { status, ...readBy(contract), actions, mails: (await mailedTo(payer)).toSorted() };
  const { by: _, arrange: __, ...expected } = states[name];
  expect(told).toEqual({ ...expected, mails: expected.mails.toSorted() });
  if (!actions.includes("subscribe")) await expectNothingSold(payer);
  for (const action of actions)
    expect([action, (await calls[action](payer, contract)).status]).toEqual([action, 200]);
  expect((await world.profileOf(payer)).plan).toBe((await world.contractOf(payer)).plan);
});

async function expectNothingSold(payer: Owner): Promise<void> {
  const before = await world.subscriptionsOf(payer);
  // An invoice that was asked for again is the one that there is.
  expect([403, 409]).toContain((await world.card(payer)).status);
  expect([200, 403, 409]).toContain((await world.invoice(payer)).status);
  expect((await world.subscriptionsOf(payer)).map(({ id }) => id)).toEqual(before.map(({ id }) => id));
  expect((await world.outcomeOf(payer)).openSessions).toBe(0);
}

describe("a contract on hold", () => {
  test.each([
    ["card", "on hold, unpaid", ["paid", "draft", "paid", "paid"]],
    ["invoice", "on hold, unpaid by transfer", ["paid", "draft", "paid"]],
  ] as const)("by %s comes back with the newest invoice held back", async (by, name, invoices) => {
    const { payer, id } = await arrange(name);
    const owed = await latestInvoiceOf(id);
    await pass(id, "period_ended", "period_ended");
    await settled(() => emulator.simulate.invoicePaid(owed));
    if (by === "invoice") {
      const contract = await world.contractOf(payer);
      expect(contract).toMatchObject({ status: "on_hold", owed: [{ state: "due" }] });
      expect(stateSentence(contract)).toBe(
        "スタンダードプランのご利用を停止しています。お支払い待ちの請求書があります。お支払いを確認しだい、ご利用を再開いたします。",
      );
      await settled(async () => emulator.simulate.invoicePaid(await latestInvoiceOf(id)));
    }
    expect(await world.contractOf(payer)).toMatchObject({ status: "active", plan: "standard", owed: [] });
    expect((await world.actionsOf(payer)).filter((each) => each === "plan-standard")).toHaveLength(1);
    const resumed = (await mailedTo(payer)).filter((each) => each.endsWith("ご利用再開のお知らせ"));
    expect(resumed).toHaveLength(1);
    // No other one is asked for.
    expect((await world.invoicesOf(payer)).map(({ status }) => status)).toEqual(invoices);
  });

  test("keeps what Stripe holds back while another of its invoices is to be paid first", async () => {
    const { payer, id } = await arrange("declined card");
    await pass(id, "payment_failed", "unpaid", "period_ended");
    const { data: open } = await stripe.invoices.list({ subscription: id, status: "open" });
    await settled(() => emulator.simulate.invoicePaid(String(open[1]?.id)));
    const owed = [{ invoiceId: open[0]?.id }];
    expect(await world.contractOf(payer)).toMatchObject({ status: "on_hold", owed });
    await settled(() => emulator.simulate.invoicePaid(String(open[0]?.id)));
    expect(await world.contractOf(payer)).toMatchObject({ status: "active", owed: [] });
  });

  test("is cancelled at once, its debt stays, and another one can be bought", async () => {
    const { payer, id } = await arrange("on hold, unpaid");
    const { status, text } = await settled(() => world.cancel(payer, "unused"));
    expect([status, text]).toEqual([200, '{"result":{"status":"ended"}}']);
    const canceled = { status: "canceled", cancellation_details: { feedback: "unused" } };
    expect(await stripe.subscriptions.retrieve(id)).toMatchObject(canceled);
    expect((await world.actionsOf(payer)).filter((each) => each === "contract-ended")).toHaveLength(1);
    const ended = "スタンダードプランご契約終了のお知らせ";
    expect((await mailedTo(payer)).toSorted()).toEqual([mails.onHold, mails.suspended, ended].toSorted());
    const contract = await world.contractOf(payer);
    expect(contract).toMatchObject({ status: "ended", owed: [{ contract: "former" }] });
    expect((await world.cancel(payer)).status).toBe(409);
    expect((await calls.subscribe(payer, contract)).status).toBe(200);
  });

  test("says so from the profile while Stripe does not answer", async () => {
    const { payer } = await arrange("on hold, unpaid");
    world.failStripe({ status: 500, times: 9 });
    expect(await world.contractOf(payer)).toMatchObject({ status: "on_hold", plan: "suspended" });
  });

  test("gets no quote, and is told where to look", async () => {
    const { payer } = await arrange("on hold, unpaid");
    const body = { addressee: "株式会社テスト商事", months: 1 };
    expect((await portal.call("create-quote", { by: payer, body })).status).toBe(403);
    const purchase = await world.card(payer, successPath(), { cancel_path: "/contract" });
    expect(refusal(purchase)).toEqual([409, expect.stringContaining("「ご契約とお支払い」で")]);
  });
});

test("the first invoice of a second contract is announced beside those of the first", async () => {
  const { payer } = await arrange("ended, paid");
  advance(daySeconds * 1000);
  await settled(() => world.invoice(payer));
  const contract = await world.contractOf(payer);
  expect(contract.invoices).toHaveLength(1);
  expect(stateSentence(contract)).toContain("請求書を keiri@example.com にお送りします。");
});

test("an end that an operator set for later gives way to the customer's cancellation", async () => {
  const { payer, id, contract } = await arrange("with an end in 200 days");
  await settled(() => world.cancel(payer));
  const { cancel_at_period_end } = await stripe.subscriptions.retrieve(id);
  expect(cancel_at_period_end).toBe(true);
  const after = await world.contractOf(payer);
  expect([after.cancelAt, after.nextCharge]).toEqual([contract.currentPeriodEnd, null]);
  expect((await mailedTo(payer)).filter((each) => each === mails.scheduled)).toHaveLength(2);
});

test("a contract that ends at midnight in Japan is there until the day before", async () => {
  const { payer, id } = await arrange("paid by card");
  const midnight = "2026-12-31T15:00:00.000Z";
  vi.setSystemTime("2026-12-10T00:00:00.000Z");
  await settled(() => stripe.subscriptions.update(id, { cancel_at: Date.parse(midnight) / 1000 }));
  const contract = await world.contractOf(payer);
  expect(stateSentence({ ...contract, nextCharge: null })).toContain("2026年12月31日まで");
  expect(portal.inbox.list(payer.email)[0]?.text).toContain("2026年12月31日まで");
});
