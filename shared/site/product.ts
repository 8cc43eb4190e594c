export const productName = {
  short: "電話連携プラグイン",
  portal: "カスタマーポータル",
  full: "電話連携プラグイン カスタマーポータル",
} as const;
