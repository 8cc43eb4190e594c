import { type ActivityKind, isActivityKind } from "../../../shared/activity.ts";

const texts: Record<ActivityKind, string> = {
  "signed-in": "ログインしました",
  "password-confirmed": "パスワードを入力して、ご本人であることを確認しました",
  "password-changed": "パスワードを変更しました",
  "password-reset": "パスワードを再設定しました",
  "signed-up": "新規登録が完了しました",
  "profile-changed": "お客様情報を変更しました",
  "phone-changed": "携帯電話番号を変更しました",
  "email-changed": "メールアドレスを変更しました",
  "voice-provider-changed": "音声プロバイダー情報を変更しました",
  "billing-contact-changed": "請求先を変更しました",
  "service-information-changed": "サービスに関するお知らせの配信設定を変更しました",
  "upgrade-prepared": "アップグレードに必要な情報を登録しました",
  upgraded: "スタンダードプランにアップグレードしました",
  resubscribed: "スタンダードプランを再度お申し込みいただきました",
  "plan-suspended": "スタンダードプランのご利用が停止しました",
  "plan-resumed": "スタンダードプランのご利用を再開しました",
  "cancellation-scheduled": "解約を予約しました",
  "cancellation-withdrawn": "解約の予約を取り消しました",
  "payment-type-changed": "お支払い方法を変更しました",
  "card-changed": "カード情報を変更しました",
  "payment-failed": "お支払いを確認できませんでした",
  "payment-refunded": "お支払い金額を返金しました",
  "payment-disputed": "カード会社から、お支払いについて異議申し立ての連絡がありました",
  "duplicate-payment-undone": "重複したお支払いを取り消しました",
  "licence-key-revealed": "ライセンスキーを表示しました",
  "licence-key-resent": "ライセンスキーをメールで再送しました",
  "licence-key-reissued": "ライセンスキーを再発行しました",
  "plugin-link": "プラグインのダウンロードリンクを取得しました",
  "template-link": "テンプレートのダウンロードリンクを取得しました",
  "manual-link": "マニュアルのダウンロードリンクを取得しました",
  "operator-read": "サポート担当者がお客様の情報を参照しました",
  "operator-licence-key-resent": "サポート担当者がライセンスキーをメールで再送しました",
  "operator-licence-key-reissued": "サポート担当者がライセンスキーを再発行しました",
  "operator-authenticator-reset": "サポート担当者が認証アプリの設定を解除しました",
  "operator-plan-changed": "サポート担当者がご契約のプランを変更しました",
  "operator-changed": "サポート担当者がお客様のアカウントの設定を変更しました",
};

/** A kind that is newer than this copy of the site is told in general words. */
export const activityText = (kind: string): string =>
  isActivityKind(kind) ? texts[kind] : "アカウントに関する操作がありました";
