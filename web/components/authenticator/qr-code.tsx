import { toSvgPath } from "lean-qr/extras/svg";
import { generate } from "lean-qr/nano";
import { useMemo } from "react";

/** The white margin around the code, in modules. */
const quietZone = 4;
/** The size of a module in pixels. A whole number, so that all modules have the same size. */
const scale = 4;

/** Renders `text` as a QR code, black on white on any background. */
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
