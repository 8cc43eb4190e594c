import { type ErrorInfo, type ReactNode, StrictMode, startTransition, useEffect } from "react";
import { createRoot, hydrateRoot } from "react-dom/client";
import { createBrowserRouter, RouterProvider } from "react-router-dom";
import { paths } from "#shared/site/paths.ts";
import { Providers } from "./app/providers.tsx";
import { routes } from "./app/routes.tsx";
import { isPrerendered } from "./build/prerendered.ts";
import { endEarlyInput, repeatEarlyPress, stopEarlyPresses, watchEarlyInput } from "./forms/early-input.ts";
import { endSession } from "./lib/navigation/end-session.ts";
import { followScrollPosition } from "./lib/navigation/use-late-scroll.ts";
import { watchLoadFailures } from "./lib/net/load-screen.ts";
import { isSignedOutElsewhere, watchOtherTabs, watchReturn } from "./lib/session/other-tabs.ts";
import { session } from "./lib/session/session.ts";
import { startTagManager } from "./lib/third-party.ts";
import { createEmotionCache } from "./theme/emotion-cache.ts";
import "./theme/base.css";
import "virtual:prerendered.css";

/** Resolves once the first screen's file is loaded or has failed to load. */
const whenInitialized = (router: ReturnType<typeof createBrowserRouter>): Promise<void> =>
  new Promise((resolve) => {
    if (router.state.initialized) resolve();
    const stop = router.subscribe(({ initialized }) => {
      if (!initialized) return;
      stop();
      resolve();
    });
  });

/** Takes over the prerendered page's fields and early press once the first screen is rendered. */
function FirstScreen({ root, children }: { root: HTMLElement; children: ReactNode }) {
  useEffect(() => {
    endEarlyInput(root);
    delete root.dataset.shows;
    repeatEarlyPress(root);
    void breakLines();
  }, [root]);
  return children;
}

/** Makes lines break between phrases in browsers that cannot do so: Japanese has no spaces between words. */
async function breakLines(): Promise<void> {
  if (CSS.supports("word-break", "auto-phrase")) return;
  const phrases = await import("./lib/browser/phrases.ts").catch(() => undefined);
  phrases?.breakBetweenPhrases(document.body);
}

watchLoadFailures();
// Apply a sign-out this tab missed, before the first render.
if (isSignedOutElsewhere()) session.end();
watchReturn();

const root = document.getElementById("root");
if (!root) throw new Error("index.html has no #root");
watchEarlyInput(root);

// Removes the fragment that a redirect from the card provider adds. Three screens use fragments: a token, or
// a topic of the guide.
const { hash, pathname, search } = window.location;
const withFragment: readonly string[] = [paths.unsubscribe, paths.unsubscribeCopies, paths.guide];
if (hash && !withFragment.includes(pathname))
  window.history.replaceState(window.history.state, "", `${pathname}${search}`);

/** Renders the screen of the address. */
function start(root: HTMLElement): void {
  const router = createBrowserRouter(routes);
  followScrollPosition(router);
  watchOtherTabs(() => {
    const state = { message: "別のタブでログアウトしたため、このタブでもログアウトしました。" };
    void endSession(router.navigate, { to: paths.signIn, replace: true, state, revokes: true });
  });
  const app = (
    <StrictMode>
      <FirstScreen root={root}>
        <Providers cache={createEmotionCache(root)}>
          <RouterProvider router={router} />
        </Providers>
      </FirstScreen>
    </StrictMode>
  );
  // The prerendered screen stays until the first screen's file is loaded. A transition splits React's work,
  // so that the browser stays responsive.
  void whenInitialized(router).then(() =>
    startTransition(() => {
      // If the screen's file cannot be loaded, React renders the error page.
      if (!isPrerendered(root) || router.state.errors !== null) return createRoot(root).render(app);
      stopEarlyPresses(root);
      hydrateRoot(root, app, { onRecoverableError: reportMismatch });
    }),
  );
}

/** Logs a hydration mismatch with the component stack, because the minified error names no element. */
const reportMismatch = (error: unknown, { componentStack }: ErrorInfo): void =>
  console.error(error, componentStack);

// In a task of its own, after the evaluation of the files, so that the browser can handle a press between
// them.
setTimeout(start, 0, root);
void startTagManager();
