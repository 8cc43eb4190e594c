const format = new Intl.DateTimeFormat("ja-JP", {
  dateStyle: "long",
  timeStyle: "short",
  timeZone: "Asia/Tokyo",
});

/** `2026年11月22日 18:05（日本時間）`, from ISO 8601. */
export const japanTime = (at: string): string => `${format.format(new Date(at))}（日本時間）`;
