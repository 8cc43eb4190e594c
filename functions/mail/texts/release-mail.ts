import type { Announcement } from "#functions/releases/announcement-table.ts";
import type { FileType } from "#shared/endpoints.ts";
import { paths } from "#shared/site/paths.ts";
import type { Parts } from "../layout.ts";
import { customerLetter, type Recipient } from "../mail-text.ts";
import type { Mail } from "../mailer.ts";
import { unsubscribeHeaders, unsubscribePage } from "../unsubscribe-links.ts";

const files: Record<FileType, { name: string; path: string; menu: string }> = {
  plugin: { name: "プラグイン", path: paths.pluginDownload, menu: "プラグインダウンロード" },
  template: { name: "テンプレート", path: paths.pluginDownload, menu: "プラグインダウンロード" },
  manual: { name: "マニュアル", path: paths.manualDownload, menu: "マニュアルダウンロード" },
};

/**
 * The mail about a release, to a customer who opted in to service information. `token`: `unsubscribeToken` of
 * the customer. `siteUrl` is the site's origin.
 */
export function releaseMail(
  recipient: Recipient,
  { fileType, version, text: notes }: Pick<Announcement, "fileType" | "version" | "text">,
  token: string,
  siteUrl: string,
): Mail {
  const { name, path, menu } = files[fileType];
  const changes: Parts = notes === "" ? [] : [{ heading: "変更内容" }, notes];
  const letter = customerLetter(recipient, `${name} ${version} 公開のお知らせ`, [
    `${name}のバージョン ${version} を公開いたしました。`,
    ...changes,
    { heading: "ダウンロード" },
    `カスタマーポータルにログインし、「${menu}」からダウンロードできます。`,
    { label: `${menu}を開く`, link: siteUrl + path },
    { heading: "配信の停止" },
    `このメールは、サービスに関するお知らせの受信をご希望のお客様にお送りしています。
今後お受け取りにならない場合は、下記のページでお手続きください。ログインは不要です。`,
    { label: "配信停止のページを開く", link: unsubscribePage(siteUrl, token) },
  ]);
  return { ...letter, headers: unsubscribeHeaders(siteUrl, token) };
}
