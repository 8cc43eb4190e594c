import Button from "@mui/material/Button";
import Divider from "@mui/material/Divider";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useNavigate } from "react-router-dom";
import type { UserRecord } from "#shared/customer/customer.ts";
import { Notice } from "#web/components/notice.tsx";
import { Page } from "#web/components/page.tsx";
import { Spinner } from "#web/components/spinner.tsx";
import { TextLink } from "#web/components/text-link.tsx";
import { LeaveGuard } from "#web/flow/leave-guard.tsx";
import { useCardReturn } from "#web/lib/use-card-change.ts";
import { paths } from "#web/routes/paths.ts";
import { NotLoaded } from "./not-loaded.tsx";
import type { TabProps } from "./tab-props.ts";
import { UpdateTabs } from "./update-tabs.tsx";
import { useEditStore } from "./use-edit-store.ts";
import { useRecord } from "./use-record.ts";

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
  if (loading.state === "loading") return <Spinner label="お客様情報を読み込んでいます" />;
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
