import Box from "@mui/material/Box";
import { useLocation, useNavigate } from "react-router-dom";
import { failureMessages } from "../../../shared/messages.ts";
import { ActionButton } from "../../components/action-button.tsx";
import { Page } from "../../components/page.tsx";
import { reasonFor } from "../../lib/failure.ts";
import { session } from "../../lib/session.ts";
import { readNavigationState } from "../../routes/navigation-state.ts";
import { paths } from "../../routes/paths.ts";

interface ErrorPageProps {
  /** After a screen broke: loads a fresh document, so that whatever is wrong with this one is gone with it. */
  broken?: { by: unknown };
}

/** /error, every unknown path, and whatever a screen could not cope with. */
export function ErrorPage({ broken }: ErrorPageProps) {
  const navigate = useNavigate();
  const handed = readNavigationState(useLocation().state);
  const reason = broken ? reasonFor(broken.by) : handed.reason;
  const back = () => {
    const path = session.read("loginId") ? paths.menu : paths.signIn;
    if (broken) window.location.assign(path);
    else navigate(path);
  };
  return (
    <Page header="logo" title={failureMessages.unexpected}>
      <Box sx={{ mb: 4, "& p + p": { mt: 1.5 } }}>
        {reason !== undefined && <p>{reason}</p>}
        <p>{failureMessages.startAgain}</p>
      </Box>
      <ActionButton onClick={back}>戻る</ActionButton>
    </Page>
  );
}
