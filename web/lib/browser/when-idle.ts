/** Resolves when the page is loaded and the browser is idle, after five seconds at the latest. */
export const whenIdle = (): Promise<void> =>
  new Promise((resolve) => {
    // Safari has no `requestIdleCallback`.
    const wait = () =>
      window.requestIdleCallback?.(() => resolve(), { timeout: 5000 }) ?? setTimeout(resolve, 1000);
    if (document.readyState === "complete") wait();
    // Earlier work would delay the page's `load` event.
    else window.addEventListener("load", wait, { once: true });
  });
