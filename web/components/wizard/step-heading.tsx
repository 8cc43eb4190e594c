import Typography from "@mui/material/Typography";
import { useEffect, useRef } from "react";

/** Where there is room the stepper above says it already: one title a step for the eye, always one for the ear. */
const saidByStepper = {
  position: { sm: "absolute" },
  clipPath: { sm: "inset(50%)" },
  height: { sm: "1px" },
  overflow: "hidden",
} as const;

/** The step's heading; after a move it takes the focus, so that it is read out and the step is seen from its top. */
export function StepHeading({ titles, step }: { titles: readonly string[]; step: number }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = useRef(step);
  useEffect(() => {
    if (shown.current === step) return;
    shown.current = step;
    heading.current?.focus({ preventScroll: true });
  }, [step]);
  return (
    <Typography variant="h2" ref={heading} tabIndex={-1} sx={saidByStepper}>
      {titles[step]}
    </Typography>
  );
}
