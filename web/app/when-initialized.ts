import type { createBrowserRouter } from "react-router-dom";

/** Resolves once the first screen's own file is there, or cannot be had. */
export const whenInitialized = (router: ReturnType<typeof createBrowserRouter>): Promise<void> =>
  new Promise((resolve) => {
    if (router.state.initialized) resolve();
    const stop = router.subscribe(({ initialized }) => {
      if (!initialized) return;
      stop();
      resolve();
    });
  });
