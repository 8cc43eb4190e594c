import { QueryClientProvider } from "@tanstack/react-query";
import { Outlet } from "react-router-dom";
import { useFailedCalls } from "#web/flow/failure.ts";
import { queryClient } from "#web/lib/api/query-client.ts";

/** Around every screen but /signin and /error, which need not load TanStack Query. */
export default function QueryProvider() {
  useFailedCalls();
  return (
    <QueryClientProvider client={queryClient}>
      <Outlet />
    </QueryClientProvider>
  );
}
