import { session } from "./session.ts";

/**
 * Back from another site may bring this page as it was left, with all that it showed. Somebody else may be signed in to this tab by
 * then, or nobody: the page begins again.
 */
export function watchReturn(): void {
  let leftBy: string | undefined;
  window.addEventListener("pagehide", () => {
    leftBy = session.read("loginId");
  });
  window.addEventListener("pageshow", ({ persisted }) => {
    if (!persisted || session.read("loginId") === leftBy) return;
    document.body.hidden = true;
    window.location.reload();
  });
}
