import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { useEffect } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import { unsubscribe } from "#shared/endpoints.ts";
import { messages } from "#shared/messages.ts";
import { paths } from "#shared/site/paths.ts";
import { useCall } from "#web/flow/use-call.ts";
import { Page } from "#web/layout/page.tsx";
import { callApi } from "#web/lib/api/api-client.ts";
import { reasonFor } from "#web/lib/api/failure.ts";
import { type NavigationState, readNavigationState } from "#web/lib/navigation/navigation-state.ts";
import { DoneDrawing } from "#web/ui/drawing.tsx";
import { OutcomeSnackbar } from "#web/ui/outcome-snackbar.tsx";
import { PathButton } from "#web/ui/path-button.tsx";
import { ofInvoiceCopies, ofServiceInformation, type UnsubscribeTexts } from "./unsubscribe-texts.ts";

function useSubscription(token: string) {
  const { call, isPending, data, failure } = useCall(
    async (isWanted: boolean) => {
      const query = { token, ...(isWanted && { resubscribe: "true" as const }) };
      return (await callApi(unsubscribe, { query })).result;
    },
    {
      isShownHere: () => true,
      sentence: (error) =>
        `お手続きできませんでした。${(token === "" ? messages.unsubscribeLink : reasonFor(error)) ?? ""}`,
    },
  );
  return {
    change: (isWanted: boolean) => void call(isWanted),
    isPending,
    outcome: data,
    failure: <OutcomeSnackbar>{failure}</OutcomeSnackbar>,
  };
}

type Subscription = ReturnType<typeof useSubscription>;

interface OutcomeProps {
  texts: UnsubscribeTexts;
  subscription: Subscription;
}

function Stopped({ texts, subscription: { change, isPending, failure } }: OutcomeProps) {
  return (
    <Page header="logo" title={texts.stopped.title} width="narrow">
      <Typography>{texts.stopped.text}</Typography>
      <Typography>{texts.rest}</Typography>
      <Typography>{texts.mistake}</Typography>
      {failure}
      <Button fullWidth variant="outlined" loading={isPending} onClick={() => change(true)}>
        <span>{texts.resume}</span>
      </Button>
    </Page>
  );
}

/**
 * Returns the token of the address, and moves it to the history state, so that it is not visible in the
 * address. A reload keeps it.
 */
function useToken(): string {
  const { hash, pathname, ...location } = useLocation();
  const navigate = useNavigate();
  const token = hash.slice(1);
  useEffect(() => {
    if (token === "") return;
    const state: NavigationState = { unsubscribeToken: token };
    void navigate(pathname, { replace: true, state });
  }, [token, pathname, navigate]);
  return token || (readNavigationState(location.state).unsubscribeToken ?? "");
}

/**
 * /unsubscribe#<token> and /unsubscribe/invoice-copies#<token>, from a mail. Asks before it unsubscribes,
 * because mail scanners open every link.
 */
export default function UnsubscribePage() {
  const subscription = useSubscription(useToken());
  const texts = useLocation().pathname === paths.unsubscribeCopies ? ofInvoiceCopies : ofServiceInformation;
  const { change, isPending, outcome, failure } = subscription;
  if (outcome?.subscribed === false) return <Stopped texts={texts} subscription={subscription} />;
  if (outcome)
    return (
      <Page header="logo" title={texts.resumed.title} width="narrow" mark={<DoneDrawing />}>
        <Typography>{texts.resumed.text}</Typography>
        {texts.isForCustomers && <PathButton to={paths.signIn}>ログイン画面へ</PathButton>}
      </Page>
    );
  return (
    <Page header="logo" title={texts.title} width="narrow">
      <Typography>{texts.question}</Typography>
      <Typography>{texts.rest}</Typography>
      {failure}
      <Button fullWidth loading={isPending} onClick={() => change(false)}>
        <span>{texts.stop}</span>
      </Button>
    </Page>
  );
}
