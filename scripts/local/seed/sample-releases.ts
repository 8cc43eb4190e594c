import { strToU8, zipSync } from "fflate";
import type { FileType } from "../../../shared/endpoints.ts";

const contents: Record<FileType, Record<string, string>> = {
  plugin: {
    "manifest.json": JSON.stringify(
      { manifest_version: 1, version: 1, type: "APP", name: { ja: "電話連携プラグイン" } },
      null,
      2,
    ),
    "README.txt": "電話連携プラグイン（サンプル）\nこのファイルは開発環境用の見本です。\n",
  },
  template: {
    "README.txt": "kintone アプリテンプレート（サンプル）\nこのファイルは開発環境用の見本です。\n",
    "template.json": JSON.stringify({ apps: [{ name: "通話履歴" }, { name: "SMS送信履歴" }] }, null, 2),
  },
  manual: {
    "manual.txt":
      "電話連携プラグイン 操作マニュアル（サンプル）\n\n1. プラグインを読み込む\n2. ライセンスキーを登録する\n3. 電話をかける\n",
  },
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

const filesOf = (fileType: FileType, version: string) =>
  Object.fromEntries(
    Object.entries({ ...contents[fileType], VERSION: version }).map(([name, text]) => [name, strToU8(text)]),
  );

/** Small real zips of each kind, the same bytes every time; in the order of publication. */
export const sampleReleases = (Object.keys(contents) as FileType[]).flatMap((fileType) =>
  versions[fileType].map((sample) => ({
    fileType,
    ...sample,
    content: Buffer.from(zipSync(filesOf(fileType, sample.version), { mtime: "2026-01-05T00:00:00Z" })),
  })),
);
