import { toSvgPath } from "lean-qr/extras/svg";
import { generate } from "lean-qr/nano";
import { useMemo } from "react";

/** Modules of white that a reader needs around the code. */
const quietZone = 4;
/** Pixels of a module; a whole number, so that all are of one size. */
const scale = 4;

/** `text` as a QR code, black on white also on another background. */
export default function QrCode({ text, label }: { text: string; label: string }) {
  const code = useMemo(() => generate(text), [text]);
  const side = code.size + 2 * quietZone;
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
      <path fill="#000000" d={toSvgPath(code)} />
    </svg>
  );
}
