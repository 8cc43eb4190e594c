import Box from "@mui/material/Box";
import Paper from "@mui/material/Paper";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { Fragment } from "react";
import { paths } from "#shared/site/paths.ts";
import { useSetting } from "#web/lib/net/use-setting.ts";
import { amountText } from "#web/lib/price.ts";
import { veryNarrow } from "#web/theme/media.ts";
import { useCompany } from "#web/ui/company-link.tsx";
import { ExternalLink } from "#web/ui/external-link.tsx";
import { TextLink } from "#web/ui/text-link.tsx";

/** Two columns with a background, on a wide screen. */
const ground = {
  display: "grid",
  gridTemplateColumns: { "@sm": "minmax(0, 3fr) minmax(0, 2fr)" },
  columnGap: 5,
  rowGap: 1.5,
  p: { xs: 0, "@sm": 3 },
  bgcolor: { xs: "transparent", "@sm": "background.default" },
} as const;

const terms = {
  display: "grid",
  gridTemplateColumns: "max-content minmax(0, 1fr)",
  columnGap: 2,
  rowGap: 0.5,
  m: 0,
  [veryNarrow]: { display: "block" },
} as const;

/**
 * The plans' prices from the settings. The lines are rendered before the settings are loaded, so that the
 * form below does not move.
 */
function Plans() {
  const { data: price } = useSetting("price");
  const { data: period } = useSetting("trialPeriod");
  const plans = [
    ["トライアルプラン", period ? `無料（${period}）` : "無料"],
    [
      "スタンダードプラン",
      price ? amountText({ amount: price.amountYen, interval: price.interval }) : "月額",
    ],
  ];
  return (
    <Box component="dl" sx={terms}>
      {plans.map(([term, value]) => (
        <Fragment key={term}>
          <Typography component="dt" variant="body2">
            {term}
          </Typography>
          <Typography component="dd" variant="body2" sx={{ m: 0, fontWeight: 700 }}>
            {value}
          </Typography>
        </Fragment>
      ))}
    </Box>
  );
}

function Links() {
  const productUrl = useCompany()?.productUrl;
  return (
    <Stack direction="row" spacing={2} useFlexGap>
      <TextLink to={paths.quote}>見積書を作成</TextLink>
      {productUrl !== undefined && <ExternalLink href={productUrl}>製品のご案内</ExternalLink>}
    </Stack>
  );
}

const steps = [
  "お客様情報を登録（5分ほど）",
  "プラグインをkintoneに追加",
  "ライセンスキーを設定して利用開始",
];

/** Shown before the form: the plugin's functions, prices, the trial and the first steps. */
export function Introduction() {
  return (
    <Paper component="section" aria-labelledby="introduction" sx={ground}>
      <Stack spacing={1.5}>
        <Typography variant="h2" id="introduction">
          電話とSMSをkintoneから
        </Typography>
        <Typography variant="body2">
          電話の発信と着信、SMSの送信を、kintoneの画面でできるプラグインです。トライアルでは、Vonageのご契約がなくても、導入と設定、ご登録の携帯電話番号へのSMSをお試しいただけます。自動的に有料プランへ移行することはありません。
        </Typography>
        <Plans />
      </Stack>
      <Stack spacing={1.5}>
        <Stack component="ol" spacing={0.5}>
          {steps.map((step) => (
            <Typography key={step} component="li" variant="body2">
              {step}
            </Typography>
          ))}
        </Stack>
        <Typography variant="body2">
          SMSを受け取れる携帯電話番号、メールアドレス、kintone（スタンダードコース以上）をご用意ください。
        </Typography>
        <Links />
      </Stack>
    </Paper>
  );
}
