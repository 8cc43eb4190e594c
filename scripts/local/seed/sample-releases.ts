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
      "電話連携プラグイン 操作マニュアル（サンプル）\n\n1. プラグインを読み込む\n2. 認証キーを登録する\n3. 電話をかける\n",
  },
};

const versions: Record<FileType, string> = { plugin: "1.2.0", template: "1.0.1", manual: "1.2.0" };

/** A small real zip of each kind, the same bytes every time. */
export const sampleReleases = (Object.keys(contents) as FileType[]).map((fileType) => ({
  fileType,
  version: versions[fileType],
  content: Buffer.from(
    zipSync(
      Object.fromEntries(Object.entries(contents[fileType]).map(([name, text]) => [name, strToU8(text)])),
      { mtime: "2026-01-05T00:00:00Z" },
    ),
  ),
}));
