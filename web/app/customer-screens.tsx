import { QueryClientProvider } from "@tanstack/react-query";
import { queryClient } from "../lib/api/query-client.ts";
import { RequireSignIn } from "./require-sign-in.tsx";

/** Around the screens of a signed-in customer: they share what the server said. Public screens need not load the library. */
export default function CustomerScreens() {
  return (
    <QueryClientProvider client={queryClient}>
      <RequireSignIn />
    </QueryClientProvider>
  );
}
