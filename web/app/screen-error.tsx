import { useEffect, useState } from "react";
import { useRouteError } from "react-router-dom";
import { ErrorPage } from "#web/features/error/error-page.tsx";
import { mayReload, reloadOnce } from "#web/lib/load-screen.ts";

/** Whatever a screen could not cope with. A file that a newer version of the site replaced is worth one reload. */
export function ScreenError() {
  const error = useRouteError();
  const [reloads] = useState(() => mayReload(error));
  useEffect(() => {
    if (reloads) return reloadOnce();
    console.error(error);
  }, [reloads, error]);
  return reloads ? null : <ErrorPage broken={{ by: error }} />;
}
