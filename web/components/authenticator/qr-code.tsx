import { generate } from "lean-qr/nano";
import { useMemo } from "react";

/** Modules of white that a reader needs around the code. */
const quietZone = 4;
/** Pixels of a module; a whole number, so that all are of one size. */
const scale = 4;

/** One square of the path for every dark module. */
function squares(text: string): { path: string; size: number } {
  const { size, get } = generate(text);
  const indexes = Array.from({ length: size }, (_, index) => index);
  const path = indexes.flatMap((y) => indexes.filter((x) => get(x, y)).map((x) => `M${x} ${y}h1v1h-1z`));
  return { path: path.join(""), size };
}

/** `text` as a QR code, black on white also on another background. */
export default function QrCode({ text, label }: { text: string; label: string }) {
  const { path, size } = useMemo(() => squares(text), [text]);
  const side = size + 2 * quietZone;
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`${-quietZone} ${-quietZone} ${side} ${side}`}
      width={side * scale}
      height={side * scale}
      shapeRendering="crispEdges"
    >
      <path fill="#ffffff" d={`M${-quietZone} ${-quietZone}h${side}v${side}h${-side}z`} />
      <path fill="#000000" d={path} />
    </svg>
  );
}
