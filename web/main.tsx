import { type ErrorInfo, type ReactNode, StrictMode, startTransition, useEffect } from "react";
import { createRoot, hydrateRoot } from "react-dom/client";
import { createBrowserRouter, RouterProvider } from "react-router-dom";
import { paths } from "#shared/site/paths.ts";
import { Providers } from "./app/providers.tsx";
import { routes } from "./app/routes.tsx";
import { isPrerendered } from "./build/prerendered.ts";
import { doEarlyPress, endEarlyInput, stopCapturingPresses, watchEarlyInput } from "./forms/early-input.ts";
import { endSession } from "./lib/navigation/end-session.ts";
import { followScrollPosition } from "./lib/navigation/use-late-scroll.ts";
import { watchLoadFailures } from "./lib/net/load-screen.ts";
import { isSignedOutElsewhere, watchOtherTabs, watchReturn } from "./lib/session/other-tabs.ts";
import { session } from "./lib/session/session.ts";
import { startTagManager } from "./lib/third-party.ts";
import { createEmotionCache } from "./theme/emotion-cache.ts";
import "./theme/base.css";
import "virtual:prerendered.css";

/** Resolves once the first screen's own file is there, or cannot be had. */
const whenInitialized = (router: ReturnType<typeof createBrowserRouter>): Promise<void> =>
  new Promise((resolve) => {
    if (router.state.initialized) resolve();
    const stop = router.subscribe(({ initialized }) => {
      if (!initialized) return;
      stop();
      resolve();
    });
  });

/** Ends the time of the built page: its fields and its press are the screen's now, and `#root` shows the router's screen. */
function FirstScreen({ root, children }: { root: HTMLElement; children: ReactNode }) {
  useEffect(() => {
    endEarlyInput(root);
    delete root.dataset.shows;
    doEarlyPress(root);
    void breakLines();
  }, [root]);
  return children;
}

/** Japanese has no spaces: where the browser finds no phrases itself, lines would break within words. */
async function breakLines(): Promise<void> {
  if (CSS.supports("word-break", "auto-phrase")) return;
  const phrases = await import("./lib/browser/phrases.ts").catch(() => undefined);
  phrases?.breakBetweenPhrases(document.body);
}

watchLoadFailures();
// Apply a sign-out this tab missed, before anything is drawn.
if (isSignedOutElsewhere()) session.clear();
watchReturn();

const root = document.getElementById("root");
if (!root) throw new Error("index.html has no #root");
watchEarlyInput(root);

// A redirect from the card provider leaves its own fragment in our address. Three screens read one: a token, a topic of the guide.
const { hash, pathname, search } = window.location;
const withFragment: readonly string[] = [paths.unsubscribe, paths.unsubscribeCopies, paths.guide];
if (hash && !withFragment.includes(pathname))
  window.history.replaceState(window.history.state, "", `${pathname}${search}`);

/** Draws the screen of the address. */
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
  // The prerendered screen stays until the first screen's own file is loaded. As a transition, React's work is cut into
  // pieces, between which the browser answers the person.
  void whenInitialized(router).then(() =>
    startTransition(() => {
      // Where the screen's own file cannot be had, React draws the error page.
      if (!isPrerendered(root) || router.state.errors !== null) return createRoot(root).render(app);
      stopCapturingPresses(root);
      hydrateRoot(root, app, { onRecoverableError: reportMismatch });
    }),
  );
}

/** Where the built page differs from the screen: without the stack, the minified error names no element. */
const reportMismatch = (error: unknown, { componentStack }: ErrorInfo): void =>
  console.error(error, componentStack);

// In a task of its own: to evaluate the files was one, and a press is answered between two of them.
setTimeout(start, 0, root);
void startTagManager();
