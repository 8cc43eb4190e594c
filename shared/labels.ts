/** Labels of fields on the screens. Labels of customer fields are in customer-fields.ts. */
import { customerLabels } from "./customer/customer-field-views.ts";

/**
 * The labels of an invoice's states. `late`: to be paid, and a card was declined or the due date has passed.
 */
export const invoiceStatusLabels = {
  open: "お支払い待ち",
  late: "お支払い未確認",
  paid: "お支払い済み",
  void: "取消済み",
  refunded: "返金済み",
  partlyRefunded: "一部返金済み",
  chargedBack: "カード会社による取消",
} as const;

/** Labels by a profile's `plan`. A suspended customer has or had the standard plan. */
export const planLabels = {
  trial: "トライアルプラン",
  standard: "スタンダードプラン",
} as const;

export const paymentTypeLabels: Readonly<Record<string, string>> = {
  card: "クレジットカード",
  invoice: "請求書払い（銀行振込）",
};

/** Labels by Stripe's type of a payment. Other types have no label and are not printed. */
export const paymentMethodLabels: Readonly<Record<string, string>> = {
  card: "クレジットカード",
  customer_balance: "銀行振込",
};

export const labels = {
  ...customerLabels,
  basicPassword: "Basic認証パスワード",
  apiSecret: "APIシークレット",
  privateKey: "秘密鍵ファイル",
  loginId: "ログインID",
  password: "パスワード",
  confirmPassword: "パスワード（確認）",
  currentPassword: "現在のパスワード",
  newPassword: "新しいパスワード",
  confirmNewPassword: "新しいパスワード（確認）",
  code: "認証コード",
  addressee: "宛名",
  addresseeKind: "宛名の種類",
  orderNumber: "発注番号",
  ccAddresses: "請求書の控えの送付先（CC）",
  quotePerson: "ご担当者名",
  optInServiceInfo: "サービスに関するお知らせ",
  optInEvents: "イベント・キャンペーンのご案内",
  quoteMonths: "ご利用月数",
  quoteFirstMonth: "ご利用開始予定月",
} as const;
