/** Layouts of all screens except /signin and /error. In a file of its own, so that /signin stays small. */
import { QueryClientProvider } from "@tanstack/react-query";
import { Outlet, useLocation } from "react-router-dom";
import { useFailedCalls } from "#web/flow/use-call.ts";
import { InFrame } from "#web/layout/page.tsx";
import { SignedInFrame } from "#web/layout/signed-in-frame.tsx";
import { queryClient } from "#web/lib/api/query-client.ts";
import { tabStorage } from "#web/lib/storage/tab-storage.ts";

export function QueryProvider() {
  useFailedCalls();
  return (
    <QueryClientProvider client={queryClient}>
      <Outlet />
    </QueryClientProvider>
  );
}

/** The frame of the customer screens. It stays mounted while the screens change. Signed-out visitors see no frame. */
export function CustomerFrame() {
  // Renders after each change of screen, to read the login ID again.
  useLocation();
  if (!tabStorage.read("loginId")) return <Outlet />;
  return (
    <InFrame value={true}>
      <SignedInFrame>
        <Outlet />
      </SignedInFrame>
    </InFrame>
  );
}
