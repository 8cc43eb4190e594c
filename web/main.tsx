import { StrictMode, startTransition } from "react";
import { createRoot } from "react-dom/client";
import { Providers } from "./app/providers.tsx";
import { Router } from "./app/router.tsx";
import { watchHistory } from "./components/leave-guard/history-gate.ts";
import { startTagManager } from "./lib/third-party/tag-manager.ts";
import "./theme/base.css";

const root = document.getElementById("root");
if (!root) throw new Error("index.html has no #root");

watchHistory();
const screen = createRoot(root);
// What index.html shows stays until the first screen's own file is there. A fallback would stay for another 300 ms at
// least: React holds back whatever follows one.
startTransition(() =>
  screen.render(
    <StrictMode>
      <Providers>
        <Router />
      </Providers>
    </StrictMode>,
  ),
);
void startTagManager();
