/**
 * The first calls of each customer screen. They start together with the screen's code, and after a reload before any other
 * script (`start/start.ts`). The screens use the same queries, so no call is made twice.
 */
import { type CustomerPath, paths } from "#shared/site/paths.ts";
import { holdUntilScreenShows } from "#web/lib/api/hold-until-screen-shows.ts";
import { queryClient } from "#web/lib/api/query-client.ts";
import { loadSiteConfig } from "#web/lib/net/site-config.ts";
import { activityQuery } from "#web/lib/queries/activity.ts";
import { contractQuery } from "#web/lib/queries/contract.ts";
import { customerQuery } from "#web/lib/queries/customer.ts";
import { downloadQuery, latestVersionQuery } from "#web/lib/queries/downloads.ts";
import { signInMethodsQuery } from "#web/lib/queries/sign-in-methods.ts";
import { session } from "#web/lib/session/session.ts";

const askCustomer = (loginId: string): unknown =>
  queryClient.prefetchQuery(holdUntilScreenShows(customerQuery(loginId)));

/** /update shows only what was loaded for it. */
const askCustomerAnew = (loginId: string): unknown =>
  queryClient.prefetchQuery(
    holdUntilScreenShows({ ...customerQuery(loginId), staleTime: 0 }, { holdsAnswer: true }),
  );

const askContract = (loginId: string): unknown =>
  queryClient.prefetchInfiniteQuery(holdUntilScreenShows(contractQuery(loginId)));

const askDownload = (fileType: Parameters<typeof downloadQuery>[0]): unknown =>
  queryClient.prefetchQuery(holdUntilScreenShows(downloadQuery(fileType)));

function askMenu(loginId: string): void {
  askCustomer(loginId);
  const plan = session.read("plan");
  if (plan !== undefined && plan !== "trial") askContract(loginId);
  void queryClient.prefetchQuery(holdUntilScreenShows(latestVersionQuery));
}

function askSecurity(): void {
  void queryClient.prefetchInfiniteQuery(holdUntilScreenShows(activityQuery, { holdsAnswer: true }));
  void queryClient.prefetchQuery(holdUntilScreenShows(signInMethodsQuery, { holdsAnswer: true }));
}

/** Not /upgrade: it looks at what is stored of the customer, which the call would renew. */
const firstCalls: Partial<Record<CustomerPath, (loginId: string) => unknown>> = {
  [paths.menu]: askMenu,
  [paths.pluginDownload]: () => [askDownload("plugin"), askDownload("template")],
  [paths.manualDownload]: () => askDownload("manual"),
  [paths.contract]: askContract,
  [paths.leave]: askCustomer,
  [paths.update]: askCustomerAnew,
  [paths.security]: askSecurity,
  [paths.licence]: askCustomer,
  [paths.emailChange]: askCustomer,
  [paths.phoneChange]: askCustomer,
};

const isCustomerPath = (pathname: string): pathname is CustomerPath => pathname in firstCalls;

/** Starts the calls without waiting for their answers; signed-out visitors start none. */
export function askEarly(pathname: string): void {
  const loginId = session.read("loginId");
  if (loginId === undefined || session.read("idToken") === undefined) return;
  if (!isCustomerPath(pathname)) return;
  firstCalls[pathname]?.(loginId);
  // For prices, and the footer.
  loadSiteConfig().catch(() => {});
}

// A reload: nothing else of the site has run yet.
askEarly(window.location.pathname);
