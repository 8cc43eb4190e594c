/** What each field is called on the screens. A customer field's label stands in the table of customer fields. */
import { customerLabels } from "./customer-fields.ts";

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
} as const;
