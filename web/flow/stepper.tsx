import Box from "@mui/material/Box";
import MobileStepper from "@mui/material/MobileStepper";
import Step from "@mui/material/Step";
import StepLabel from "@mui/material/StepLabel";
import MuiStepper from "@mui/material/Stepper";
import Typography from "@mui/material/Typography";
import { useEffect, useRef } from "react";
import { veryNarrow } from "#web/theme/media.ts";

interface StepperProps {
  /** The steps that are shown where there is room. */
  steps: readonly string[];
  /** Index of the step that is being done. */
  active: number;
  /** The name of that step. */
  title: string | undefined;
}

/** The number of the step and a bar: the parts of `onPhone`. */
function PhoneStepper({ steps, active }: Omit<StepperProps, "title">) {
  return (
    <MobileStepper
      variant="progress"
      position="static"
      steps={steps.length + 1}
      activeStep={active + 1}
      backButton={
        <Typography variant="h3" component="p">
          {`${active + 1} / ${steps.length}`}
        </Typography>
      }
      nextButton={null}
      slotProps={{ progress: { "aria-hidden": true } }}
    />
  );
}

/** The stepper says the name already: the heading is for the eye on a phone, always for the ear. */
const saidByStepper = {
  position: { sm: "absolute" },
  clipPath: { sm: "inset(50%)" },
  height: { sm: "1px" },
  overflow: "hidden",
} as const;

/** The step's heading; after a move it takes the focus, so that it is read out and the step is seen from its top. */
function StepHeading({ title, step }: { title: string | undefined; step: number }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = useRef(step);
  useEffect(() => {
    if (shown.current === step) return;
    shown.current = step;
    heading.current?.focus({ preventScroll: true });
  }, [step]);
  return (
    <Typography variant="h2" ref={heading} tabIndex={-1} sx={saidByStepper}>
      {title}
    </Typography>
  );
}

/** The step stands before the page's title, in tabs, history and bookmarks. */
function useStepTitle(title: string | undefined): void {
  useEffect(() => {
    if (title === undefined) return undefined;
    const page = document.title;
    const ofStep = `${title} - ${page}`;
    document.title = ofStep;
    return () => {
      // The next screen may have written its own by now.
      if (document.title === ofStep) document.title = page;
    };
  }, [title]);
}

/** On a phone the heading, the count and the bar share two lines. */
const onPhone = {
  display: { xs: "grid", sm: "block" },
  gridTemplateColumns: "minmax(0, 1fr) auto",
  alignItems: "baseline",
  gap: 1,
  "& > h2": { gridArea: "1 / 1" },
  [veryNarrow]: { gridTemplateColumns: "minmax(0, 1fr)" },
} as const;

/** The progress in a wizard. The style sheet chooses between the two, so that the first paint is right already. */
export function Stepper({ steps, active, title }: StepperProps) {
  useStepTitle(title);
  return (
    <Box sx={onPhone}>
      <PhoneStepper steps={steps} active={active} />
      <MuiStepper component="ol" aria-label="手順" activeStep={active}>
        {steps.map((label, index) => (
          <Step key={label} component="li" aria-current={index === active ? "step" : undefined}>
            <StepLabel>
              <span>{label}</span>
              {index < active && <span className="visually-hidden">（完了）</span>}
            </StepLabel>
          </Step>
        ))}
      </MuiStepper>
      <StepHeading title={title} step={active} />
    </Box>
  );
}
