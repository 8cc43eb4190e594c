/**
 * The first calls of each customer screen. They start while the screen's code loads, and after a reload
 * before any other script (`start/start.ts`). The screens use the same queries, so no call is made twice.
 */
import { type CustomerPath, paths } from "#shared/site/paths.ts";
import { holdUntilScreenShows } from "#web/lib/api/hold-until-screen-shows.ts";
import { queryClient } from "#web/lib/api/query-client.ts";
import { loadSiteConfig } from "#web/lib/net/site-config.ts";
import { activityQuery } from "#web/lib/queries/activity.ts";
import { contractQuery } from "#web/lib/queries/contract.ts";
import { downloadQuery, latestVersionQuery } from "#web/lib/queries/downloads.ts";
import { profileQuery } from "#web/lib/queries/profile.ts";
import { signInMethodsQuery } from "#web/lib/queries/sign-in-methods.ts";
import { tabStorage } from "#web/lib/storage/tab-storage.ts";

const prefetchProfile = (loginId: string): unknown =>
  queryClient.prefetchQuery(holdUntilScreenShows(profileQuery(loginId)));

/** /update shows only data that was loaded for it. */
const prefetchFreshProfile = (loginId: string): unknown =>
  queryClient.prefetchQuery(
    holdUntilScreenShows({ ...profileQuery(loginId), staleTime: 0 }, { holdsData: true }),
  );

const prefetchContract = (loginId: string): unknown =>
  queryClient.prefetchInfiniteQuery(holdUntilScreenShows(contractQuery(loginId)));

const prefetchDownload = (fileType: Parameters<typeof downloadQuery>[0]): unknown =>
  queryClient.prefetchQuery(holdUntilScreenShows(downloadQuery(fileType)));

function prefetchMenu(loginId: string): void {
  prefetchProfile(loginId);
  const plan = tabStorage.read("plan");
  if (plan !== undefined && plan !== "trial") prefetchContract(loginId);
  void queryClient.prefetchQuery(holdUntilScreenShows(latestVersionQuery));
}

function prefetchSecurity(): void {
  void queryClient.prefetchInfiniteQuery(holdUntilScreenShows(activityQuery, { holdsData: true }));
  void queryClient.prefetchQuery(holdUntilScreenShows(signInMethodsQuery, { holdsData: true }));
}

/** Without /upgrade, which reads the stored values that this call would update. */
const firstCalls: Partial<Record<CustomerPath, (loginId: string) => unknown>> = {
  [paths.menu]: prefetchMenu,
  [paths.pluginDownload]: () => [prefetchDownload("plugin"), prefetchDownload("template")],
  [paths.manualDownload]: () => prefetchDownload("manual"),
  [paths.contract]: prefetchContract,
  [paths.leave]: prefetchProfile,
  [paths.update]: prefetchFreshProfile,
  [paths.security]: prefetchSecurity,
  [paths.licence]: prefetchProfile,
  [paths.emailChange]: prefetchProfile,
  [paths.phoneChange]: prefetchProfile,
};

const isCustomerPath = (pathname: string): pathname is CustomerPath => pathname in firstCalls;

/** Starts the calls of a screen. Does nothing for signed-out visitors. */
export function startEarlyCalls(pathname: string): void {
  const loginId = tabStorage.read("loginId");
  if (loginId === undefined || tabStorage.read("idToken") === undefined) return;
  if (!isCustomerPath(pathname)) return;
  firstCalls[pathname]?.(loginId);
  // For prices and the footer.
  loadSiteConfig().catch(() => {});
}

// After a reload, this script runs first.
startEarlyCalls(window.location.pathname);
