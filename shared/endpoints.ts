/**
 * The API: method, path, authentication, request and response of every endpoint (design section 3). The CDK
 * routes, the handlers, the browser's client and the local gateway are all derived from it.
 */
import * as z from "zod/mini";
import { account, activity, exportData, licenceKey, sessions, signInMethods } from "./endpoints/account.ts";
import {
  corporateNumber,
  getUser,
  loginIds,
  postUser,
  verify,
  voiceProviderCheck,
  voiceProviderDiagnose,
  withdrawSignUp,
} from "./endpoints/customer.ts";
import { downloadFile, releases, unsubscribe, unsubscribeLink } from "./endpoints/downloads.ts";
import { define, type Endpoint } from "./endpoints/endpoint.ts";
import { invoices } from "./endpoints/invoices.ts";
import { notices } from "./endpoints/notices.ts";
import {
  checkoutSession,
  getContract,
  postContract,
  setupSession,
  stripeWebhook,
  subscription,
} from "./endpoints/payment.ts";
import { createQuote, publicQuote, quotePdf, quotes } from "./endpoints/quotes.ts";

export * from "./endpoints/account.ts";
export * from "./endpoints/customer.ts";
export * from "./endpoints/downloads.ts";
export type { BodyOf, Endpoint, QueryOf, ResponseOf } from "./endpoints/endpoint.ts";
export * from "./endpoints/invoices.ts";
export * from "./endpoints/notices.ts";
export * from "./endpoints/payment.ts";
export * from "./endpoints/quotes.ts";

export const health = define({
  method: "GET",
  path: "/api/health",
  authentication: "none",
  response: z.object({ status: z.literal("ok"), version: z.string() }),
});

/** Endpoints by the name of their functions. */
export const endpoints = {
  "get-user": getUser,
  "post-user": postUser,
  "download-file": downloadFile,
  releases,
  "checkout-session": checkoutSession,
  "setup-session": setupSession,
  subscription,
  "get-contract": getContract,
  "post-contract": postContract,
  invoices,
  quotes,
  "create-quote": createQuote,
  "quote-pdf": quotePdf,
  "public-quote": publicQuote,
  "voice-provider-check": voiceProviderCheck,
  "voice-provider-diagnose": voiceProviderDiagnose,
  verify,
  "withdraw-sign-up": withdrawSignUp,
  "login-ids": loginIds,
  "corporate-number": corporateNumber,
  "licence-key": licenceKey,
  activity,
  "sign-in-methods": signInMethods,
  sessions,
  account,
  export: exportData,
  unsubscribe,
  "unsubscribe-link": unsubscribeLink,
  "stripe-webhook": stripeWebhook,
  notices,
  health,
} as const satisfies Record<string, Endpoint>;

export type EndpointName = keyof typeof endpoints;
