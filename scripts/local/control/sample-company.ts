/** A company for the footer, and a page for each of its links. */
import type { Company } from "#shared/site/site-config.ts";

export const sampleCompany: Company = {
  name: "株式会社サンプル電話",
  termsUrl: "/__local/company/terms",
  privacyUrl: "/__local/company/privacy",
  commercialTransactionsUrl: "/__local/company/commercial-transactions",
  contactUrl: "/__local/company/contact",
  productUrl: "/__local/company/product",
};

const titles: Readonly<Record<string, string>> = {
  terms: "利用規約",
  privacy: "プライバシーポリシー",
  "commercial-transactions": "特定商取引法に基づく表記",
  contact: "お問い合わせ",
  product: "製品のご案内",
};

/** The page of that name; `undefined` when there is none. */
export function samplePage(name: string): string | undefined {
  const title = titles[name];
  if (title === undefined) return undefined;
  return `<!doctype html>
<html lang="ja"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${title}</title><link rel="stylesheet" href="/__local/page.css"></head>
<body><header><h1>${title}</h1></header>
<main><p>${sampleCompany.name}の${title}の見本です。</p></main></body></html>`;
}
