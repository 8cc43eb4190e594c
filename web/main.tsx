import { StrictMode, startTransition } from "react";
import { createRoot, hydrateRoot } from "react-dom/client";
import { createBrowserRouter, RouterProvider } from "react-router-dom";
import { FirstScreen } from "./app/first-screen.tsx";
import { Providers } from "./app/providers.tsx";
import { routes } from "./app/routes.tsx";
import { whenInitialized } from "./app/when-initialized.ts";
import { watchEarlyInput } from "./components/form/early-input.ts";
import { leavePressesToReact } from "./components/form/early-press.ts";
import { watchLoadFailures } from "./lib/load-screen.ts";
import { startTagManager } from "./lib/third-party/tag-manager.ts";
import { isPrerendered } from "./prerender/prerendered.ts";
import { paths } from "./routes/paths.ts";
import { createEmotionCache } from "./theme/emotion-cache.ts";
import "./theme/base.css";
import "virtual:prerendered.css";

watchLoadFailures();

const root = document.getElementById("root");
if (!root) throw new Error("index.html has no #root");

// A redirect from the card provider leaves its own fragment in our address. One screen has a fragment, which takes it itself.
const { hash, pathname, search } = window.location;
if (hash && pathname !== paths.unsubscribe)
  window.history.replaceState(window.history.state, "", `${pathname}${search}`);

const router = createBrowserRouter(routes);
/** Not where the screen's own file cannot be had: React would draw the error page. */
const hydrates = (): boolean => isPrerendered(root) && router.state.errors === null;
const app = (
  <StrictMode>
    <FirstScreen root={root}>
      <Providers cache={createEmotionCache(root)}>
        <RouterProvider router={router} />
      </Providers>
    </FirstScreen>
  </StrictMode>
);

watchEarlyInput(root);
// What the build has drawn stays until the first screen's own file is there. As a transition, React's work is cut into
// pieces, between which the browser answers the person.
void whenInitialized(router).then(() =>
  startTransition(() => {
    if (!hydrates()) return createRoot(root).render(app);
    leavePressesToReact(root);
    hydrateRoot(root, app);
  }),
);
void startTagManager();
