import { Outlet, ScrollRestoration } from "react-router-dom";

/** What stands around every screen. */
export function Root() {
  return (
    <>
      <Outlet />
      <ScrollRestoration />
    </>
  );
}
