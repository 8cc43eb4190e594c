import Divider from "@mui/material/Divider";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import type { UserRecord } from "#shared/customer/customer.ts";
import { failureMessages } from "#shared/messages.ts";
import { paths } from "#shared/site/paths.ts";
import { LoadFailure } from "#web/components/loaded-section.tsx";
import { cardReturnMessage, useCardReturn } from "#web/flow/card-change.tsx";
import { Page } from "#web/layout/page.tsx";
import { reasonFor } from "#web/lib/api/failure.ts";
import { useProfileQuery } from "#web/lib/queries/use-profile.ts";
import { AlertBox } from "#web/ui/alert-box.tsx";
import { BackToMenu, PathButton } from "#web/ui/path-button.tsx";
import { Spinner } from "#web/ui/spinner.tsx";
import { TextLink } from "#web/ui/text-link.tsx";
import { LeaveGuard } from "./leave-guard.tsx";
import { UpdateTabs } from "./update-tabs.tsx";
import { type TabProps, useUpdateStore } from "./use-update-store.ts";

/** The sign-up is not finished. */
const NoProfile = () => (
  <Stack spacing={2}>
    <AlertBox severity="error">
      {failureMessages.profileNotLoaded}お客様情報がまだ登録されていません。
    </AlertBox>
    <PathButton to={paths.signUp}>登録手続きを続ける</PathButton>
  </Stack>
);

function Loaded({ profile, reload }: { profile: UserRecord; reload: TabProps["reload"] }) {
  const store = useUpdateStore(profile);
  const cardChanged = useCardReturn();
  return (
    <Stack spacing={3}>
      <LeaveGuard isUnsaved={store.unsaved.length > 0} onDiscard={store.discard} />
      {cardChanged && <AlertBox severity="info">{cardReturnMessage}</AlertBox>}
      {store.restored && (
        <AlertBox severity="info">前回、保存していなかった入力内容を復元しました。</AlertBox>
      )}
      <UpdateTabs profile={profile} reload={reload} store={store} cardChanged={cardChanged} />
      <Divider />
      <Typography>
        パスワード、認証アプリ、ログイン中の端末については、
        <TextLink to={paths.security}>ログインとセキュリティ</TextLink>をご覧ください。
      </Typography>
    </Stack>
  );
}

/**
 * Loads the profile. Shows a failure here instead of on /error, so that typed values stay (specification
 * sections 2 and 8). A 401 leads to /signin.
 */
function Update() {
  const { data, error, isFresh, isFetching, refetch } = useProfileQuery("always");
  const reload = async () => (await refetch({ throwOnError: true })).data ?? undefined;
  if (isFresh && data) return <Loaded profile={data} reload={reload} />;
  if (isFetching) return <Spinner label="お客様情報を読み込んでいます" fullHeight />;
  if (!error) return <NoProfile />;
  return (
    <LoadFailure onRetry={() => void refetch()}>
      {`${failureMessages.profileNotLoaded}${reasonFor(error) ?? ""}`}
    </LoadFailure>
  );
}

/** /update */
export default function UpdatePage() {
  return (
    <Page header="signed-in" title="ご登録情報の変更">
      <Update />
      <BackToMenu />
    </Page>
  );
}
