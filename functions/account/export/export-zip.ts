/** The export as a zip file. Its page has no script and no external style, and escapes every value. */
import { strToU8, zipSync } from "fflate";
import { kindsOf } from "#functions/activity/activity-kinds.ts";
import { parseAuditRow } from "#functions/platform/audit.ts";
import { escapeHtml } from "#functions/platform/escape-html.ts";
import type { Row } from "#functions/platform/table.ts";
import { isTrusted } from "#functions/platform/user-pool.ts";
import { activityText } from "#shared/activity/activity.ts";
import { labelFor, namesIn } from "#shared/customer/customer-field-views.ts";
import { describeValue } from "#shared/customer/describe-value.ts";
import { labels, paymentTypeLabels, planLabels } from "#shared/labels.ts";
import { productName } from "#shared/site/product.ts";
import type { ExportData } from "./export-data.ts";

/** Returns a zip file with the data as JSON and as an HTML page. */
export const exportZip = (data: ExportData): Uint8Array =>
  zipSync(
    {
      "customer.json": strToU8(`${JSON.stringify(data, null, 2)}\n`),
      "index.html": strToU8(exportHtml(data)),
    },
    { mtime: data.exportedAt },
  );

type Line = readonly [term: string, value: string];

function exportHtml(data: ExportData): string {
  const { exportedAt, profile, account, secrets, audit } = data;
  return `<!doctype html>
<html lang="ja">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>お客様のデータ</title>
<style>${style}</style>
</head>
<body>
<h1>お客様のデータ</h1>
<p>${escapeHtml(productName.full)}がお預かりしているデータです（${timeInJapan(exportedAt)}現在）。同じ内容のすべての項目は、customer.json にあります。</p>
${section("ご登録情報", table(profile ? profileLines(profile) : []))}
${section("アカウント", table(account ? accountLines(account) : []))}
${section("お預かりしている秘密の情報", `<p>値そのものは、このデータに含まれません。</p>${table(secretLines(secrets))}`)}
${section("ご利用履歴", table(audit.map(auditLine)))}
${section("そのほかの記録", `<pre>${escapeHtml(JSON.stringify(othersIn(data), null, 2))}</pre>`)}
</body>
</html>
`;
}

const style = `body{font-family:sans-serif;line-height:1.7;max-width:60rem;margin:2rem auto;padding:0 1rem}
table{border-collapse:collapse;width:100%}th,td{border:1px solid #bbb;padding:.3rem .6rem;text-align:left;vertical-align:top;overflow-wrap:anywhere}
th{width:16rem;background:#f5f5f5;font-weight:normal}pre{white-space:pre-wrap;overflow-wrap:anywhere}`;

const section = (title: string, content: string): string =>
  `<section>\n<h2>${escapeHtml(title)}</h2>\n${content}\n</section>`;

const table = (lines: readonly Line[]): string =>
  lines.length === 0
    ? "<p>ありません。</p>"
    : `<table>\n${lines
        .map(
          ([term, value]) => `<tr><th scope="row">${escapeHtml(term)}</th><td>${escapeHtml(value)}</td></tr>`,
        )
        .join("\n")}\n</table>`;

/** `2026-01-31 09:00:00` in Japan. */
const timeInJapan = (iso: string): string =>
  new Date(iso).toLocaleString("sv-SE", { timeZone: "Asia/Tokyo" });

const plans: Readonly<Record<string, string>> = {
  ...planLabels,
  suspended: `${planLabels.standard}（停止中または契約終了）`,
};

const yesOrNo = (value: unknown): string => (value === false ? "希望しない" : "希望する");

function profileLines(profile: Row): Line[] {
  const names = namesIn(
    "company",
    "contact",
    "kintone",
    "verified",
    "voiceProvider",
    "billingContact",
    "questionnaire",
  );
  const category = typeof profile.customerKbn === "number" ? profile.customerKbn : undefined;
  return [
    ["お客様番号", String(profile.customerId)],
    [labels.loginId, String(profile.loginId)],
    ["登録日時", timeInJapan(String(profile.createdAt))],
    ...names.map((name): Line => [labelFor(name, category), describeValue(name, profile[name])]),
    [labels.optInServiceInfo, yesOrNo(profile.optInServiceInfo)],
    [labels.optInEvents, yesOrNo(profile.optInEvents)],
    ["プラン", plans[String(profile.plan)] ?? String(profile.plan)],
    ["お支払い方法", paymentTypeLabels[String(profile.paymentType)] ?? "（空欄）"],
  ];
}

const accountLines = ({
  userName,
  createdAt,
  attributes,
  mfa,
  devices,
}: NonNullable<ExportData["account"]>): Line[] => [
  [labels.loginId, userName ?? ""],
  [labels.email, attributes.email ?? ""],
  ["作成日時", createdAt ? timeInJapan(createdAt.toISOString()) : ""],
  ["認証アプリ", mfa.includes("SOFTWARE_TOKEN_MFA") ? "使用する" : "使用しない"],
  ["信頼済みのブラウザー", `${devices.filter(isTrusted).length}台`],
];

const secretLines = (secrets: ExportData["secrets"]): Line[] => {
  const state = (value: "set" | "not set") => (value === "set" ? "設定済み" : "未設定");
  return [
    ["ライセンスキー（認証キー）", state(secrets.licenceKey)],
    [labels.basicPassword, state(secrets.basicPassword)],
    [labels.apiSecret, state(secrets.apiSecret)],
    [labels.privateKey, state(secrets.privateKey)],
  ];
};

function auditLine(item: Row): Line {
  const row = parseAuditRow(item);
  return [timeInJapan(row.at), kindsOf(row).map(activityText).join("、")];
}

/** Omits the data of the sections above. */
function othersIn({ exportedAt: _, account, profile: __, secrets: ___, audit: ____, ...others }: ExportData) {
  return { ...others, devices: account?.devices ?? [] };
}
