import MobileStepper from "@mui/material/MobileStepper";
import Step from "@mui/material/Step";
import StepLabel from "@mui/material/StepLabel";
import MuiStepper from "@mui/material/Stepper";
import Typography from "@mui/material/Typography";
import { useEffect, useRef } from "react";

interface StepperProps {
  steps: readonly string[];
  /** Index of the step that is being done. */
  active: number;
}

/** On a phone: which of how many, and a bar. The step's heading says its name. */
function PhoneStepper({ steps, active }: StepperProps) {
  return (
    <MobileStepper
      variant="progress"
      position="static"
      steps={steps.length + 1}
      activeStep={active + 1}
      backButton={
        <Typography variant="h3" component="p">
          {active + 1} / {steps.length}
        </Typography>
      }
      nextButton={null}
      slotProps={{ progress: { "aria-hidden": true } }}
    />
  );
}

/** Where a person is in a wizard. The style sheet chooses between the two, so that the first paint is right already. */
export function Stepper({ steps, active }: StepperProps) {
  return (
    <>
      <PhoneStepper steps={steps} active={active} />
      <MuiStepper component="ol" aria-label="手順" activeStep={active}>
        {steps.map((label, index) => (
          <Step key={label} component="li" aria-current={index === active ? "step" : undefined}>
            <StepLabel>
              {label}
              {index < active && <span className="visually-hidden">（完了）</span>}
            </StepLabel>
          </Step>
        ))}
      </MuiStepper>
    </>
  );
}

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
