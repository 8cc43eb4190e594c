/** Wraps every screen but /signin and /error. A file of its own keeps /signin light. */
import { QueryClientProvider } from "@tanstack/react-query";
import { Outlet, useLocation } from "react-router-dom";
import { useFailedCalls } from "#web/flow/use-call.ts";
import { InFrame } from "#web/layout/page.tsx";
import { SignedInFrame } from "#web/layout/signed-in-frame.tsx";
import { queryClient } from "#web/lib/api/query-client.ts";
import { session } from "#web/lib/session/session.ts";

export function QueryProvider() {
  useFailedCalls();
  return (
    <QueryClientProvider client={queryClient}>
      <Outlet />
    </QueryClientProvider>
  );
}

/** The frame around every screen of a customer, drawn once however often the screen changes. Signed-out visitors have no frame. */
export function CustomerFrame() {
  // Reads the session again with every change of screen.
  useLocation();
  if (!session.read("loginId")) return <Outlet />;
  return (
    <InFrame value={true}>
      <SignedInFrame>
        <Outlet />
      </SignedInFrame>
    </InFrame>
  );
}
