import { addScript } from "./add-script.ts";

/** Google Tag Manager (specification section 9), where a container is configured. */
export const startTagManager = (): Promise<void> =>
  addScript(({ tagManagerId }) => {
    if (!tagManagerId) return undefined;
    // What Google's inline snippet does, which the content security policy keeps out.
    Object.assign(window, { dataLayer: [{ "gtm.start": Date.now(), event: "gtm.js" }] });
    return `https://www.googletagmanager.com/gtm.js?id=${encodeURIComponent(tagManagerId)}`;
  });
