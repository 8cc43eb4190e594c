import { whenIdle } from "./browser/when-idle.ts";
import { type LoadedConfig, loadSiteConfig } from "./net/site-config.ts";

/**
 * Adds a third-party script once, where the settings name one. No code waits for it or depends on it: whether it
 * arrives, fails or hangs changes nothing for the person.
 */
async function addScript(sourceIn: (config: LoadedConfig) => string | undefined): Promise<void> {
  try {
    await whenIdle();
    const src = sourceIn(await loadSiteConfig());
    if (!src || document.querySelector(`script[src="${src}"]`)) return;
    document.head.append(Object.assign(document.createElement("script"), { src }));
  } catch {
    // The code that needs the settings shows their failure.
  }
}

/**
 * Stripe's own script, where customers pay at the real Stripe: it looks for signs of fraud while they choose a payment method. The site
 * calls no function of it: the payment happens on Stripe's page (https://docs.stripe.com/js/including).
 */
export const loadStripeScript = (): Promise<void> =>
  addScript(({ stripeScript }) => (stripeScript ? "https://js.stripe.com/v3/" : undefined));

/** Google Tag Manager (specification section 9), where a container is configured. */
export const startTagManager = (): Promise<void> =>
  addScript(({ tagManagerId }) => {
    if (!tagManagerId) return undefined;
    // Does the work of Google's inline snippet, which the content security policy forbids.
    Object.assign(window, { dataLayer: [{ "gtm.start": Date.now(), event: "gtm.js" }] });
    return `https://www.googletagmanager.com/gtm.js?id=${encodeURIComponent(tagManagerId)}`;
  });
