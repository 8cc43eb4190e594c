/** Navigates to another site. Resolves only if the browser restores this page from its back/forward cache. */
export function leaveFor(url: string): Promise<undefined> {
  window.location.assign(url);
  return new Promise((resolve) => {
    window.addEventListener("pageshow", () => resolve(undefined), { once: true });
  });
}
