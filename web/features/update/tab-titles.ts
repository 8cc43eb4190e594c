import type { TabName } from "./draft.ts";

export const tabTitles: Readonly<Record<TabName, string>> = {
  user: "お客様情報",
  voice: "音声プロバイダー情報",
  billing: "請求先ご担当者",
};
