import { whenIdle } from "./browser/when-idle.ts";
import { type LoadedConfig, loadSiteConfig } from "./net/site-config.ts";

/** Adds a third-party script once, if the settings name it. No code depends on it, so a failure has no effect. */
async function addScript(sourceIn: (config: LoadedConfig) => string | undefined): Promise<void> {
  try {
    await whenIdle();
    const src = sourceIn(await loadSiteConfig());
    if (!src || document.querySelector(`script[src="${src}"]`)) return;
    document.head.append(Object.assign(document.createElement("script"), { src }));
  } catch {
    // The code that needs the settings shows their error.
  }
}

/**
 * Loads Stripe.js, if customers pay at the real Stripe: it looks for signs of fraud while they choose a
 * payment method. The site calls no function of it, because the payment happens on Stripe's page
 * (https://docs.stripe.com/js/including).
 */
export const loadStripeScript = (): Promise<void> =>
  addScript(({ stripeScript }) => (stripeScript ? "https://js.stripe.com/v3/" : undefined));

/** Loads Google Tag Manager (specification section 9), if a container is configured. */
export const startTagManager = (): Promise<void> =>
  addScript(({ tagManagerId }) => {
    if (!tagManagerId) return undefined;
    // Replaces Google's inline snippet, which the content security policy forbids.
    Object.assign(window, { dataLayer: [{ "gtm.start": Date.now(), event: "gtm.js" }] });
    return `https://www.googletagmanager.com/gtm.js?id=${encodeURIComponent(tagManagerId)}`;
  });
