import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { useEffect, useState } from "react";
import { useRouteError } from "react-router-dom";
import { Page } from "#web/components/page.tsx";
import { ErrorPage } from "#web/features/error/error-page.tsx";
import { connectionMessages } from "#web/lib/api/connection-error.ts";
import { isNotLoaded, mayReload, reloadOnce } from "#web/lib/load-screen.ts";

/** A screen whose file did not come, at its own address: a reload brings the screen, with what was typed on it. */
function NotLoaded() {
  return (
    <Page header="logo" title="画面を読み込めませんでした">
      <Typography>{connectionMessages["not-loaded"]}</Typography>
      <Button onClick={() => window.location.reload()}>再読み込み</Button>
    </Page>
  );
}

/** The errors of screens. A file that a newer version of the site replaced is worth one reload. */
export function ScreenError() {
  const error = useRouteError();
  const [reloads] = useState(() => mayReload(error));
  useEffect(() => {
    if (reloads) return reloadOnce();
    console.error(isNotLoaded(error) ? error.cause : error);
  }, [reloads, error]);
  if (reloads) return null;
  return isNotLoaded(error) ? <NotLoaded /> : <ErrorPage error={error} />;
}
