import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import { useNavigate } from "react-router-dom";
import { Notice } from "#web/components/notice.tsx";
import { TextLink } from "#web/components/text-link.tsx";
import { paths } from "#web/routes/paths.ts";

/** Why this customer cannot upgrade, and the way to the menu. */
export function NotUpgradable({ plan }: { plan: string }) {
  const navigate = useNavigate();
  return (
    <Stack spacing={3}>
      <Notice severity="info">
        {plan === "standard" ? (
          "すでにスタンダードプランをご利用いただいているため、アップグレードのお手続きは必要ありません。"
        ) : (
          <>
            アップグレードは、トライアルプランのお客様のみご利用いただけます。ご契約の再開は、
            <TextLink to={paths.contract}>ご契約とお支払い</TextLink>からお手続きください。
          </>
        )}
      </Notice>
      <Button onClick={() => navigate(paths.menu)}>メニューへ</Button>
    </Stack>
  );
}
