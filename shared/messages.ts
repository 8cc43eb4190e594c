/**
 * The messages of rules, and every message of the error catalogue (specification sections 5 and 8). Messages
 * that the specification quotes are verbatim. Longer advice is beside the screen that gives it.
 */
import { limits } from "./limits.ts";

/** Required-field message: the label followed by the common suffix. */
export const requiredMessage = (label: string): string => `${label} は必須です。`;
export const tooLongMessage = (label: string, max: number): string =>
  `${label}は${max}文字以内で入力してください。`;

export const messages = {
  passwordTooShort: "パスワードは10文字以上です。",
  passwordTooLong: `パスワードは${limits.passwordMaxLength}文字以内で入力してください。`,
  passwordOuterSpaces: "パスワードの最初と最後に空白は使用できません。",
  passwordContainsLoginId: "ログインIDを含むパスワードは使用できません。",
  passwordGuessable: "推測されやすいパスワードです。別のパスワードを入力してください。",
  passwordEqualsLoginId: "ログインIDと同じものは使用できません。",
  passwordComposition: "大文字英字、小文字英字、数字、記号が各一つ以上必要です。",
  passwordMismatch: "パスワードが一致しません。",
  loginIdFormat: "ログインIDは半角英数字で入力してください。記号は使えません。",
  loginIdRequired: "ログインIDを入力してください。",
  prefectureRequired: "都道府県を選択してください。",
  choiceInvalid: "選択肢から選んでください。",
  email: "メールアドレスの形式が正しくありません。",
  emailDots:
    "「@」の直前や先頭のピリオド、連続するピリオドを含むメールアドレスはご利用いただけません。別のメールアドレスを入力してください。",
  ccAddressFormat: "メールアドレスの形式が正しくないものがあります。",
  tooManyCcAddresses: `送付先は${limits.ccAddresses}件まで入力できます。`,
  phone: "半角数字とハイフンで入力してください。（例：090-XXXX-YYYY、03-XXXX-YYYY）",
  mobile: "携帯電話番号ではありません。",
  postalCode: "半角数字とハイフンの8文字で入力してください。（例：123-4567）",
  kintoneDomain: "kintoneドメインは半角英数字とハイフンで入力してください。（例：example）",
  corporateNumber: "法人番号は13桁の半角数字で入力してください。",
  corporateNumberCheckDigit: "法人番号が正しくありません。番号をご確認ください。",
  basicUserName: "127文字以内の半角英数字、ハイフン、アンダースコアで入力してください。",
  basicPassword: "Basic認証パスワードは5〜64文字の半角英数字、記号で入力してください。",
  code: `認証コードは${limits.codeDigits}桁の数字で入力してください。`,
  signInCode: "認証コードは数字で入力してください。",
  applicationId: "アプリケーションIDは半角英数字とハイフンの36文字で入力してください。",
  apiKey: "APIキーは半角英数字8文字で入力してください。",
  apiSecret: "大文字英字、小文字英字、数字をそれぞれ1つ以上含む8〜25文字で入力してください。",
  privateKey: "秘密鍵ファイルは、拡張子が .key のファイルを選択してください。",
  privateKeyEmpty: "選択したファイルの中身が空です。秘密鍵ファイルをもう一度ご確認ください。",
  privateKeyTooLarge: "ファイルが大きすぎます。秘密鍵ファイルをもう一度ご確認ください。",
  privateKeyContent: `パスフレーズのないRSA秘密鍵（PEM形式、${limits.rsaKeyMinBits}〜${limits.rsaKeyMaxBits}ビット）を選択してください。`,
  webhookUrl: "https:// で始まる、インターネットから接続できるURLを入力してください。",
  quoteFirstMonth: "ご利用開始予定月は、今月から12か月以内の月を選択してください。",
  quoteMonths: `ご利用月数は1〜${limits.quoteMaxMonths}の数字で入力してください。`,
  consent: "同意が必要です。",
  unsubscribeLink: "リンクが正しくありません。メールに記載のリンクをもう一度お開きください。",
  unusableCharacter: "使用できない文字が含まれています。",
} as const;

/** Messages of specification section 8, and of failures in sections 2 and 4. */
export const failureMessages = {
  notSignedIn: "ログイン情報がありません。再ログインしてください。",
  sessionExpired: "再ログインが必要です。",
  keyFileUnreadable: "秘密鍵の読み込みに失敗しました",
  keyFileNotText: "秘密鍵のエンコードに失敗しました",
  usernameExists: "すでに存在するユーザ名です。",
  emailTaken: "このメールアドレスはすでに登録されています。メールアドレスを変更してやり直してください。",
  verificationFailed: "認証に失敗しました。",
  wrongPhoneCode: "認証コードが正しくありません。",
  resendFailed: "再送信に失敗しました。",
  codeResent: "認証コードを再送信しました。メールをご確認ください。",
  signInFailed: "ログインに失敗しました。",
  passwordResetFailed: "パスワードの再設定に失敗しました。",
  unexpected: "エラーが発生しました。",
  startAgain: "お手数ですが、最初からやり直してください。",
  changedButNotShown:
    "直前の操作は完了しています。画面を表示できなかったため、再読み込みして内容をご確認ください。",
  stripeRefused:
    "決済サービス（Stripe）で受け付けられませんでした。請求先の内容をご確認のうえ、もう一度お試しください。",
  profileNotLoaded: "データの読み込みに失敗しました。",
  standardPlanOnly: "スタンダードプランの機能です。",
} as const;

/** Refusals of a mail with login IDs. */
export const loginIdMailRefusals = {
  hour: "メールの送信回数が上限に達しました。1時間ほどおいて、もう一度お試しください。",
  day: "メールの送信回数が1日の上限に達しました。明日以降にもう一度お試しください。",
} as const;

/** Refusals of a mail with a code. Cognito returns them inside its own message; the site extracts them. */
export const mailRefusals = {
  hour: "認証コードの送信回数が上限に達しました。1時間ほどおいて、もう一度お試しください。",
  day: "認証コードの送信回数が1日の上限に達しました。明日以降にもう一度お試しください。",
  week: "認証コードの再送信の回数が上限に達しました。最後に届いたメールの認証コードを入力してください。認証コードの送信から24時間が過ぎると、登録をやり直せます。",
  unavailable: "ただいま認証コードをメールで送信できません。時間をおいて、もう一度お試しください。",
} as const;
