/** The page is complete and the browser has nothing better to do. */
export const whenIdle = (): Promise<void> =>
  new Promise((resolve) => {
    // Older Safari has no idle callback.
    const wait = () =>
      window.requestIdleCallback?.(() => resolve(), { timeout: 5000 }) ?? setTimeout(resolve, 1000);
    if (document.readyState === "complete") wait();
    // Earlier work would delay the page's `load`.
    else window.addEventListener("load", wait, { once: true });
  });
