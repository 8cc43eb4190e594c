import CheckCircle from "@mui/icons-material/CheckCircleOutlined";
import ErrorOutline from "@mui/icons-material/ErrorOutlined";
import HelpOutline from "@mui/icons-material/HelpOutlineOutlined";
import Box from "@mui/material/Box";
import Paper from "@mui/material/Paper";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import type { ConnectionCheckKind, ConnectionCheckState } from "#shared/connection-check.ts";
import { labelFor } from "#shared/customer/customer-field-views.ts";
import type { ResponseOf, voiceProviderDiagnose } from "#shared/endpoints.ts";
import { isAllowedKeyCheckLink } from "#shared/key-check.ts";
import { labels } from "#shared/labels.ts";
import { ExternalLink } from "#web/ui/external-link.tsx";

export type Checks = ResponseOf<typeof voiceProviderDiagnose>["result"]["checks"];

const titles: Readonly<Record<ConnectionCheckKind, string>> = {
  credentials: `${labelFor("apiKey", undefined)}と${labels.apiSecret}`,
  application: labelFor("applicationId", undefined),
  privateKey: labels.privateKey,
  voice: "音声（Voice）",
  webhook: labelFor("webhookUrl", undefined),
  number: "電話番号の割り当て",
  balance: "残高",
};

const states: Readonly<
  Record<ConnectionCheckState, { text: string; color: string; Icon: typeof CheckCircle }>
> = {
  ok: { text: "問題ありません", color: "success.main", Icon: CheckCircle },
  failed: { text: "確認が必要です", color: "error.main", Icon: ErrorOutline },
  unknown: { text: "未確認", color: "text.secondary", Icon: HelpOutline },
};

const row = { display: "grid", gridTemplateColumns: "auto minmax(0, 1fr)", columnGap: 1.5 } as const;

const summaryOf = (checks: Checks): string =>
  checks.some(({ state }) => state === "failed")
    ? "確認が必要な項目があります。このまま手続きを続けることもできます。"
    : "確認できた項目に、問題はありませんでした。";

/** The results of the connection check. */
export default function CheckList({ checks }: { checks: Checks }) {
  return (
    <Paper variant="card">
      <Stack spacing={2}>
        <Typography>{summaryOf(checks)}</Typography>
        <Stack component="ul" spacing={1.5} sx={{ m: 0, p: 0, listStyle: "none" }}>
          {checks.map(({ kind, state, message, link }) => {
            const { text, color, Icon } = states[state];
            return (
              <Box component="li" key={kind} sx={row}>
                <Icon aria-hidden sx={{ color }} />
                <div>
                  <Typography>
                    <strong>{titles[kind]}</strong>
                    <span>{`：${text}`}</span>
                  </Typography>
                  {message !== undefined && <Typography variant="body2">{message}</Typography>}
                  {link !== undefined && isAllowedKeyCheckLink(link) && (
                    <Typography variant="body2">
                      <ExternalLink href={link}>Vonageの管理画面を開く</ExternalLink>
                    </Typography>
                  )}
                </div>
              </Box>
            );
          })}
        </Stack>
      </Stack>
    </Paper>
  );
}
