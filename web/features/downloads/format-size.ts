const units = ["B", "kB", "MB", "GB"] as const;
const number = new Intl.NumberFormat("ja-JP", { maximumFractionDigits: 1 });

/** Bytes to `12.3 MB`. */
export function formatSize(bytes: number): string {
  const power = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(bytes, 1)) / 3));
  return `${number.format(bytes / 1000 ** power)} ${units[power]}`;
}
