import { strToU8, type Zippable, zipSync } from "fflate";
import type { FileType } from "#shared/endpoints.ts";
import { onePagePdf } from "../pdf.ts";

/** The same bytes every time. */
const zip = (files: Zippable): Uint8Array => zipSync(files, { mtime: "2026-01-05T00:00:00Z" });

const manifest = {
  manifest_version: 1,
  type: "APP",
  name: { ja: "電話連携プラグイン" },
  desktop: { js: ["desktop.js"] },
};
const apps = [{ name: "通話履歴" }, { name: "SMS送信履歴" }];

/** Laid out as the real files are. The plugin is not signed: kintone does not take it. */
const contents: Record<FileType, (version: string) => Zippable | Promise<Zippable>> = {
  plugin: (version) => ({
    "contents.zip": zip({
      "manifest.json": strToU8(JSON.stringify({ ...manifest, version })),
      "desktop.js": strToU8("// A sample.\n"),
    }),
    PUBKEY: strToU8("sample"),
    SIGNATURE: strToU8("sample"),
  }),
  template: (version) => ({ "template.json": strToU8(JSON.stringify({ version, apps }, null, 2)) }),
  manual: async (version) => ({
    "manual.pdf": await onePagePdf(`電話連携プラグイン ${version} マニュアル（見本）`),
  }),
};

interface Sample {
  version: string;
  publishedAt: string;
  notes: string;
}

/** Oldest first. */
const versions: Record<FileType, readonly Sample[]> = {
  plugin: [
    {
      version: "1.0.0",
      publishedAt: "2025-10-01T01:00:00.000Z",
      notes: "最初のバージョンです。kintone の画面から**電話の発信**と**着信の受け付け**ができます。",
    },
    {
      version: "1.1.0",
      publishedAt: "2025-12-03T01:00:00.000Z",
      notes:
        "SMSの送信に対応しました。\n\n- 一覧画面から複数の宛先へ送信できます。\n- 送信結果をレコードに記録します。",
    },
    {
      version: "1.2.0",
      publishedAt: "2026-01-05T01:00:00.000Z",
      notes:
        "通話の録音と文字起こしに対応しました。\n\n- 録音を**一時停止**できます。\n- 着信音が鳴らないことがある問題を修正しました。\n\nkintone の動作環境は[サイボウズのサイト](https://jp.cybozu.help/k/ja/)をご確認ください。",
    },
  ],
  template: [
    { version: "1.0.0", publishedAt: "2025-10-01T01:00:00.000Z", notes: "最初のバージョンです。" },
    {
      version: "1.0.1",
      publishedAt: "2025-12-03T01:00:00.000Z",
      notes: "「SMS送信履歴」アプリを追加しました。",
    },
  ],
  manual: [
    { version: "1.1.0", publishedAt: "2025-12-03T01:00:00.000Z", notes: "SMSの送信の章を追加しました。" },
    { version: "1.2.0", publishedAt: "2026-01-05T01:00:00.000Z", notes: "通話の録音の章を追加しました。" },
  ],
};

/** Small zips of each kind, in the order of publication. */
export const sampleReleases = await Promise.all(
  (Object.keys(contents) as FileType[]).flatMap((fileType) =>
    versions[fileType].map(async (sample, index) => ({
      fileType,
      ...sample,
      from: versions[fileType][index - 1]?.version,
      content: Buffer.from(zip(await contents[fileType](sample.version))),
    })),
  ),
);
