import Button from "@mui/material/Button";
import Divider from "@mui/material/Divider";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useNavigate } from "react-router-dom";
import type { UserRecord } from "#shared/customer/customer.ts";
import { failureMessages } from "#shared/messages.ts";
import { LoadFailure } from "#web/components/loaded-section.tsx";
import { Notice } from "#web/components/notice.tsx";
import { Page } from "#web/components/page.tsx";
import { Spinner } from "#web/components/spinner.tsx";
import { TextLink } from "#web/components/text-link.tsx";
import { LeaveGuard } from "#web/flow/leave-guard.tsx";
import { reasonFor } from "#web/lib/api/failure.ts";
import { useCardReturn } from "#web/lib/use-card-change.ts";
import { useCustomerQuery } from "#web/lib/use-customer.ts";
import { paths } from "#web/routes/paths.ts";
import { UpdateTabs } from "./update-tabs.tsx";
import type { TabProps } from "./use-edit-store.ts";
import { useEditStore } from "./use-edit-store.ts";

/** `nobody`: the account has no record, because its sign-up was never finished. */
interface Loading {
  state: "loading" | "nobody" | "failed";
  reason?: string | undefined;
}

/**
 * The customer's record, for a screen that says itself when it cannot be loaded: on /update that sentence (specification
 * sections 2 and 8) takes the place of the general way to /error, so nothing typed is lost. 401 goes to /signin.
 */
function useRecord() {
  const { data, error, isFresh, isFetching, refetch } = useCustomerQuery("always");

  /** Resolves to the newest record, which the screen then shows. Throws as `callApi` does. */
  const reload = async (): Promise<UserRecord | undefined> =>
    (await refetch({ throwOnError: true })).data ?? undefined;

  const record = isFresh ? (data ?? undefined) : undefined;
  const loading: Loading = isFetching
    ? { state: "loading" }
    : error
      ? { state: "failed", reason: reasonFor(error) }
      : { state: "nobody" };
  return { record, loading, load: refetch, reload };
}

interface NotLoadedProps {
  loading: Loading;
  onRetry: () => void;
}

/** The failure text of specification section 8, and what to do about it. */
function NotLoaded({ loading, onRetry }: NotLoadedProps) {
  const navigate = useNavigate();
  if (loading.state === "nobody")
    return (
      <Stack spacing={2}>
        <Notice severity="error">
          {failureMessages.recordNotLoaded}お客様情報がまだ登録されていません。
        </Notice>
        <Button onClick={() => navigate(paths.signUp)}>登録手続きを続ける</Button>
      </Stack>
    );
  return (
    <LoadFailure onRetry={onRetry}>{`${failureMessages.recordNotLoaded}${loading.reason ?? ""}`}</LoadFailure>
  );
}

function Loaded({ record, reload }: { record: UserRecord; reload: TabProps["reload"] }) {
  const store = useEditStore(record);
  const cardChanged = useCardReturn();
  return (
    <Stack spacing={3}>
      {cardChanged && (
        <Notice severity="info">
          カード情報の変更ページから戻りました。新しいカードを登録された場合は、まもなく反映されます。
        </Notice>
      )}
      {store.restored && <Notice severity="info">前回、保存していなかった入力内容を復元しました。</Notice>}
      <UpdateTabs record={record} reload={reload} store={store} cardChanged={cardChanged} />
      <Divider />
      <Typography>
        パスワード、認証アプリ、ログイン中の端末については、
        <TextLink to={paths.security}>ログインとセキュリティ</TextLink>をご覧ください。
      </Typography>
    </Stack>
  );
}

function BackToMenu() {
  const navigate = useNavigate();
  return (
    <>
      <Divider />
      <Button variant="outlined" onClick={() => navigate(paths.menu)}>
        メニューに戻る
      </Button>
    </>
  );
}

function Update() {
  const { record, loading, load, reload } = useRecord();
  if (record) return <Loaded record={record} reload={reload} />;
  if (loading.state === "loading") return <Spinner label="お客様情報を読み込んでいます" fills />;
  return <NotLoaded loading={loading} onRetry={() => void load()} />;
}

/** /update */
export default function UpdatePage() {
  return (
    <LeaveGuard>
      <Page header="signed-in" title="ご登録情報の変更">
        <Update />
        <BackToMenu />
      </Page>
    </LeaveGuard>
  );
}
