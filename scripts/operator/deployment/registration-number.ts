/** The seller's registration number on Stripe's invoices, which makes them qualified invoices (適格請求書). */
import Stripe from "stripe";
import { type Finding, fix, ok, unknown } from "./check.ts";

/**
 * Creates the account's tax id and makes it the default of its invoices. Returns a sentence for the operator. Stripe
 * documents the default only for its Dashboard: when the API refuses to set it, the sentence says where to set it.
 * Source: https://docs.stripe.com/invoicing/customize#add-account-tax-ids
 */
export async function ensureRegistrationNumber(stripe: Stripe, number: string): Promise<string> {
  const { id } =
    (await findTaxId(stripe, number)) ?? (await stripe.taxIds.create({ type: "jp_trn", value: number }));
  if (!(await isDefault(stripe, id))) await setDefault(stripe, id);
  return (await checkRegistrationNumber(stripe, number)).sentence;
}

/** Reads only. */
export async function checkRegistrationNumber(stripe: Stripe, number: string | undefined): Promise<Finding> {
  if (number === undefined) return unknown("Without registrationNumber invoices are not qualified invoices.");
  const taxId = await findTaxId(stripe, number);
  if (!taxId) return fix(`Run npm run setup:stripe: Stripe's account has no tax id ${number}.`);
  if (await isDefault(stripe, taxId.id)) return ok(`${number} stands on every invoice.`);
  return fix(
    `Choose ${number} in Stripe's Dashboard, Settings > Billing > Invoices > Default tax IDs: it cannot be added to an invoice that is finalized.`,
  );
}

async function findTaxId(stripe: Stripe, number: string): Promise<Stripe.TaxId | undefined> {
  const { data } = await stripe.taxIds.list({ owner: { type: "self" }, limit: 100 });
  return data.find(({ type, value }) => type === "jp_trn" && value === number);
}

async function isDefault(stripe: Stripe, taxId: string): Promise<boolean> {
  const { settings } = await stripe.accounts.retrieveCurrent();
  const defaults = settings?.invoices?.default_account_tax_ids ?? [];
  return defaults.some((each) => (typeof each === "string" ? each : each.id) === taxId);
}

async function setDefault(stripe: Stripe, taxId: string): Promise<void> {
  const { id } = await stripe.accounts.retrieveCurrent();
  try {
    await stripe.accounts.update(id, { settings: { invoices: { default_account_tax_ids: [taxId] } } });
  } catch (error) {
    const isRefused =
      error instanceof Stripe.errors.StripeInvalidRequestError ||
      error instanceof Stripe.errors.StripePermissionError;
    if (!isRefused) throw error;
  }
}
