import Box from "@mui/material/Box";
import { useEffect, useRef } from "react";

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
    <Box component="h2" ref={heading} tabIndex={-1} sx={{ typography: "h2", mt: 0, mb: 2, outline: "none" }}>
      {titles[step]}
    </Box>
  );
}
