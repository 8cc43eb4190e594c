export type Cell = string | number;

const format = (cell: Cell): string =>
  typeof cell === "string" ? cell : cell.toFixed(cell < 10 ? 2 : cell < 100 ? 1 : 0);

/** Prints rows under a title; the first column is text, the others line up on the right. */
export function printTable(
  title: string,
  header: readonly string[],
  rows: readonly (readonly Cell[])[],
): void {
  const lines = [header, ...rows.map((row) => row.map(format))];
  const widths = header.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  console.log(`\n${title}`);
  for (const line of lines) {
    const cells = line.map((cell, column) => {
      const width = widths[column] ?? 0;
      return column === 0 ? cell.padEnd(width) : cell.padStart(width);
    });
    console.log(`  ${cells.join("  ").trimEnd()}`);
  }
}

export const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

export const budget = (value: number, limit: number): string =>
  `${value <= limit ? "ok" : "OVER"} <= ${limit}`;
