import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { useEffect } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import { unsubscribe } from "#shared/endpoints.ts";
import { messages } from "#shared/messages.ts";
import { paths } from "#shared/site/paths.ts";
import { CompletionPage } from "#web/components/completion-page.tsx";
import { OutcomeSnackbar } from "#web/components/outcome-snackbar.tsx";
import { Page } from "#web/components/page.tsx";
import { useCall } from "#web/flow/use-call.ts";
import { callApi } from "#web/lib/api/api-client.ts";
import { reasonFor } from "#web/lib/api/failure.ts";
import { type NavigationState, readNavigationState } from "#web/lib/navigation/navigation-state.ts";

const stillSent = "お支払いやセキュリティなど、ご契約に関する大切なお知らせは、引き続きお送りします。";

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

function Ended({ change, isPending, failure }: Subscription) {
  return (
    <Page header="logo" title="配信を停止しました" width="narrow">
      <Typography>サービスに関するお知らせのメールは、今後お送りしません。</Typography>
      <Typography>{stillSent}</Typography>
      <Typography>お間違いの場合は、配信を再開できます。</Typography>
      {failure}
      <Button fullWidth variant="outlined" loading={isPending} onClick={() => change(true)}>
        配信を再開する
      </Button>
    </Page>
  );
}

const BegunAgain = () => (
  <CompletionPage
    header="logo"
    title="配信を再開しました"
    actionLabel="ログイン画面へ"
    actionPath={paths.signIn}
  >
    <Typography>サービスに関するお知らせのメールを、引き続きお送りします。</Typography>
  </CompletionPage>
);

/** The token of the address. It moves to the history state, where it is neither read nor copied; a reload keeps it. */
function useToken(): string {
  const { hash, ...location } = useLocation();
  const navigate = useNavigate();
  const token = hash.slice(1);
  useEffect(() => {
    if (token === "") return;
    const state: NavigationState = { unsubscribeToken: token };
    void navigate(paths.unsubscribe, { replace: true, state });
  }, [token, navigate]);
  return token || (readNavigationState(location.state).unsubscribeToken ?? "");
}

/** /unsubscribe#<token>, from a mail: asks first, because mail scanners follow every link. */
export default function UnsubscribePage() {
  const subscription = useSubscription(useToken());
  const { change, isPending, outcome, failure } = subscription;
  if (outcome?.subscribed === false) return <Ended {...subscription} />;
  if (outcome) return <BegunAgain />;
  return (
    <Page header="logo" title="お知らせメールの配信停止" width="narrow">
      <Typography>
        新しいバージョンの公開など、サービスに関するお知らせのメールの配信を停止します。
      </Typography>
      <Typography>{stillSent}</Typography>
      {failure}
      <Button fullWidth loading={isPending} onClick={() => change(false)}>
        配信を停止する
      </Button>
    </Page>
  );
}
