/** Budgets of the cold starts. The bundle's size is exact, so the gate checks it; the times are printed beside theirs. */
import type { FunctionName } from "#infra/settings/functions.ts";

interface Budget {
  /** Of the bundle, with the files that it loads later. */
  kilobytes: number;
  /** Times an empty handler. */
  timesEmpty: number;
  /** Times the same handler in a usual bundle, without our options. */
  timesUsual: number;
  reason: string;
}

const common = { timesEmpty: 3.3, timesUsual: 0.85 };
const table = { ...common, kilobytes: 350, reason: "DynamoDB's client, and Cognito's" };
const mail = { ...common, kilobytes: 460, reason: "SES's client and the mails' layout besides" };
const vonage = {
  kilobytes: 525,
  timesEmpty: 3.6,
  timesUsual: 0.95,
  reason: "Vonage's SDK, which our options do not make smaller",
};
const links = {
  ...common,
  kilobytes: 490,
  timesEmpty: 3.6,
  reason: "S3's client, without which no call can sign a link",
};
const stripe = {
  ...common,
  kilobytes: 600,
  timesEmpty: 3.6,
  reason: "Stripe's SDK. Loaded at first use it would save 1 of 65 ms, and cost them in that request",
};
const stripeAndMail = { ...stripe, kilobytes: 780, timesEmpty: 4.1, reason: "Stripe's SDK and SES's client" };
const quotes = {
  ...common,
  kilobytes: 7000,
  // Little is loaded at the start, and nothing can be saved: the figure is noise around 1.
  timesUsual: 1.2,
  reason: "The PDF library and a Japanese font, in files that the first page loads",
};

const others: Partial<Record<FunctionName, Budget>> = {
  "get-user": {
    ...table,
    kilobytes: 320,
    timesEmpty: 2.8,
    reason: "The first call after signing in; it asks the user pool, and what a lost profile leaves",
  },
  export: {
    ...table,
    timesEmpty: 3.4,
    reason: "DynamoDB's client, Cognito's, and the page that people read",
  },
  "corporate-number": {
    ...table,
    kilobytes: 370,
    reason: "DynamoDB's client, Cognito's, and the parser of the tax agency's XML",
  },
  "post-confirmation": mail,
  "licence-key": mail,
  "login-ids": mail,
  announce: mail,
  "export-users": { ...links, reason: "S3's client, which stores the export" },
  verify: vonage,
  "voice-provider-check": vonage,
  "voice-provider-diagnose": vonage,
  "download-file": links,
  "get-contract": stripe,
  "setup-session": stripe,
  retention: {
    ...stripeAndMail,
    reason: "Stripe's SDK, and fulfilment, which refunds what came after the closing",
  },
  canary: {
    ...stripeAndMail,
    reason:
      "Stripe's SDK, SES's client, which says whether mail goes out, and SNS's, which says who hears the alarms",
  },
  "create-quote": quotes,
  "quote-pdf": quotes,
  "public-quote": quotes,
  invoices: {
    ...quotes,
    kilobytes: 7300,
    timesEmpty: 3.6,
    timesUsual: 0.85,
    reason: "The same, and Stripe's SDK",
  },
  "post-user": stripeAndMail,
  "checkout-session": stripeAndMail,
  subscription: stripeAndMail,
  "post-contract": stripeAndMail,
  account: stripeAndMail,
  "stripe-webhook": stripeAndMail,
  reconcile: {
    ...stripeAndMail,
    kilobytes: 830,
    reason: "The same, every kind of task, and every mail that may have to be sent again",
  },
};

export const budgetOf = (name: FunctionName): Budget => others[name] ?? table;
