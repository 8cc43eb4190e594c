/** Leads to another site. Resolves only if the browser's Back brings this very page back, as it was left. */
export function leaveFor(url: string): Promise<undefined> {
  window.location.assign(url);
  return new Promise((resolve) => {
    window.addEventListener("pageshow", () => resolve(undefined), { once: true });
  });
}
