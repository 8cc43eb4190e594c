type Gate = (event: PopStateEvent) => void;

let gate: Gate | undefined;

/**
 * Must run before the router does: listeners of the window are called in the order in which they were added, and only one
 * that comes first can keep a move from the router.
 */
export function watchHistory(): void {
  window.addEventListener("popstate", (event) => gate?.(event));
}

/** Every Back and Forward passes `next` first. Returns what takes it away again. */
export function closeGate(next: Gate): () => void {
  gate = next;
  return () => {
    if (gate === next) gate = undefined;
  };
}
