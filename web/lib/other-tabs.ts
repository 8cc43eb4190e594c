/** A person who signs out is signed out in every tab of this browser. Each tab has a session storage of its own. */
import { session } from "./session.ts";

const name = "signed-out";

const open = (): BroadcastChannel | undefined =>
  "BroadcastChannel" in window ? new BroadcastChannel(name) : undefined;

export function tellOtherTabs(loginId: string): void {
  const channel = open();
  channel?.postMessage(loginId);
  channel?.close();
}

/** `end` is called when the person who is signed in here has signed out in another tab. */
export function watchOtherTabs(end: () => void): void {
  open()?.addEventListener("message", ({ data }) => {
    if (data === session.read("loginId")) end();
  });
}
