import { type ComponentType, lazy } from "react";
import { ConnectionError } from "../lib/connection-error.ts";

const wasReloaded = (): boolean =>
  performance.getEntriesByType("navigation").some((entry) => "type" in entry && entry.type === "reload");

/** Never settles while a reload is under way. */
async function recover(error: unknown): Promise<never> {
  if (!navigator.onLine) throw new ConnectionError("offline", { cause: error });
  if (wasReloaded()) throw error;
  window.location.reload();
  return new Promise<never>(() => {});
}

/**
 * A screen that is loaded when it is first shown. When its file is gone, a newer version of the site has been
 * published since this tab was opened: one reload fetches that version.
 */
export const lazyPage = (load: () => Promise<{ default: ComponentType }>) =>
  lazy(() => load().catch(recover));
