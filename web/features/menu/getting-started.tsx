import Box from "@mui/material/Box";
import Paper from "@mui/material/Paper";
import Typography from "@mui/material/Typography";
import { paths } from "#shared/site/paths.ts";
import { TextLink } from "#web/ui/text-link.tsx";

const steps = [
  {
    title: "プラグインをダウンロード",
    text: (
      <span>
        <TextLink to={paths.pluginDownload}>プラグインダウンロード</TextLink>
        から入手し、kintoneに読み込みます。
      </span>
    ),
  },
  {
    title: "ライセンスキーを登録",
    text: (
      <span>
        プラグインの設定画面で、メールでお送りした
        <TextLink to={paths.licence}>ライセンスキー</TextLink>（認証キー）を登録します。
      </span>
    ),
  },
  {
    title: "Vonageを準備",
    text: (
      <span>
        トライアルでは、Vonageのご契約がなくても、プラグインの導入と設定、ご登録の携帯電話番号へのSMSをお試しいただけます。実際の通話とSMSには、お客様のVonageアカウントを使います（
        <TextLink to={paths.guide}>準備の手順</TextLink>）。
      </span>
    ),
  },
];

const columns = {
  display: "grid",
  gridTemplateColumns: "repeat(auto-fit, minmax(min(16rem, 100%), 1fr))",
  columnGap: 4,
  rowGap: 2,
  m: 0,
  mt: 1,
  pl: 3,
  "& > ::marker": { fontWeight: 700 },
} as const;

/** The first steps of a trial customer. */
export function GettingStarted() {
  return (
    <Paper component="section" variant="card" aria-labelledby="getting-started">
      <Typography variant="h2" id="getting-started">
        はじめての方へ
      </Typography>
      <Box component="ol" sx={columns}>
        {steps.map(({ title, text }) => (
          <li key={title}>
            <Typography variant="h3">{title}</Typography>
            <Typography variant="body2">{text}</Typography>
          </li>
        ))}
      </Box>
      <Typography variant="body2" sx={{ mt: 2 }}>
        設定の手順は、<TextLink to={paths.guide}>ご利用開始ガイド</TextLink>で順にご案内しています。
      </Typography>
    </Paper>
  );
}
