/** Enumerations of specification section 3. Keys are stored, labels are shown. */

export const customerCategories = ["法人", "個人事業主", "官公庁・その他団体"] as const;

/** The kinds of addressees of a quote for a visitor without an account. */
export const addresseeKinds = ["法人・団体", "個人"] as const;

export const positions = [
  "経営者・役員",
  "部長・課長クラス",
  "主任・リーダークラス",
  "一般社員",
  "その他",
] as const;

export const industries = [
  "製造業",
  "建設業",
  "不動産業",
  "卸売業",
  "小売業",
  "飲食・宿泊業",
  "情報通信業",
  "運輸・物流業",
  "金融・保険業",
  "医療・福祉",
  "教育・学習支援",
  "士業・コンサルティング",
  "広告・マスコミ",
  "人材サービス",
  "官公庁・団体",
  "その他",
] as const;

export const tasks = [
  "経営・経営企画",
  "営業",
  "営業企画・営業事務",
  "インサイドセールス",
  "マーケティング・広報",
  "カスタマーサポート",
  "コールセンター",
  "総務・庶務",
  "人事・労務",
  "経理・財務",
  "法務",
  "情報システム",
  "開発・エンジニアリング",
  "購買・物流",
  "生産・品質管理",
  "研究・企画",
  "その他",
] as const;

export const discoverySources = [
  "検索エンジン",
  "kintoneプラグイン一覧",
  "サイボウズからの紹介",
  "販売パートナーからの紹介",
  "知人・取引先からの紹介",
  "展示会・セミナー",
  "SNS",
  "広告・記事",
  "その他",
] as const;

export const usages = ["クラウドIP電話", "クリックトゥコール", "通話録音・文字起こし", "SMS送信"] as const;

/** Keyed 1 (北海道) to 47 (沖縄県): JIS X 0401. */
export const prefectures: Readonly<Record<number, string>> = Object.fromEntries(
  [
    "北海道 青森県 岩手県 宮城県 秋田県 山形県 福島県 茨城県 栃木県 群馬県 埼玉県 千葉県 東京都 神奈川県",
    "新潟県 富山県 石川県 福井県 山梨県 長野県 岐阜県 静岡県 愛知県 三重県 滋賀県 京都府 大阪府 兵庫県",
    "奈良県 和歌山県 鳥取県 島根県 岡山県 広島県 山口県 徳島県 香川県 愛媛県 高知県 福岡県 佐賀県 長崎県",
    "熊本県 大分県 宮崎県 鹿児島県 沖縄県",
  ]
    .join(" ")
    .split(" ")
    .map((name, index) => [index + 1, name]),
);

export const paymentTypes = ["card", "invoice"] as const;

/** Reasons for a cancellation, by Stripe's name. */
export const cancellationReasons = {
  too_expensive: "料金が高い",
  unused: "利用する機会がない",
  missing_features: "必要な機能がない",
  too_complex: "使い方が難しい",
  low_quality: "品質に満足できない",
  customer_service: "サポートに満足できない",
  switched_service: "別のサービスに切り替える",
  other: "その他",
} as const;
export type CancellationReason = keyof typeof cancellationReasons;

/** The billing intervals of the standard plan. */
export const priceIntervals = ["month", "year"] as const;
