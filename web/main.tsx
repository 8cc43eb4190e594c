import { StrictMode, startTransition } from "react";
import { createRoot } from "react-dom/client";
import { createBrowserRouter, RouterProvider } from "react-router-dom";
import { Providers } from "./app/providers.tsx";
import { routes } from "./app/routes.tsx";
import { whenInitialized } from "./app/when-initialized.ts";
import { startTagManager } from "./lib/third-party/tag-manager.ts";
import "./theme/base.css";

const root = document.getElementById("root");
if (!root) throw new Error("index.html has no #root");

const screen = createRoot(root);
const router = createBrowserRouter(routes);
// What index.html shows stays until the first screen's own file is there. A fallback would stay for another 300 ms at
// least: React holds back whatever follows one.
void whenInitialized(router).then(() =>
  startTransition(() =>
    screen.render(
      <StrictMode>
        <Providers>
          <RouterProvider router={router} />
        </Providers>
      </StrictMode>,
    ),
  ),
);
void startTagManager();
