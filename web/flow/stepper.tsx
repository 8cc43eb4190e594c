import Box from "@mui/material/Box";
import MobileStepper from "@mui/material/MobileStepper";
import Step from "@mui/material/Step";
import StepLabel from "@mui/material/StepLabel";
import MuiStepper from "@mui/material/Stepper";
import Typography from "@mui/material/Typography";
import { useEffect, useRef } from "react";
import { veryNarrow } from "#web/theme/media.ts";

interface StepperProps {
  /** The steps of the full stepper. */
  steps: readonly string[];
  /** The index of the current step. */
  active: number;
  /** The title of the current step. */
  title: string | undefined;
}

/** The step's number and a progress bar, in the grid of `onPhone`. */
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

/** The full stepper shows the title, so the heading is visible on a phone only. Screen readers always read it. */
const saidByStepper = {
  position: { sm: "absolute" },
  clipPath: { sm: "inset(50%)" },
  height: { sm: "1px" },
  overflow: "hidden",
} as const;

/** The step's heading. After a change of step it receives the focus, so that it is read out and scrolled to. */
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

/** Prefixes the document's title with the step, for tabs, history and bookmarks. */
function useStepTitle(title: string | undefined): void {
  useEffect(() => {
    if (title === undefined) return undefined;
    const page = document.title;
    const ofStep = `${title} - ${page}`;
    document.title = ofStep;
    return () => {
      // The next screen may have set its title by now.
      if (document.title === ofStep) document.title = page;
    };
  }, [title]);
}

/** On a phone, heading, number and bar share two lines. */
const onPhone = {
  display: { xs: "grid", sm: "block" },
  gridTemplateColumns: "minmax(0, 1fr) auto",
  alignItems: "baseline",
  gap: 1,
  "& > h2": { gridArea: "1 / 1" },
  [veryNarrow]: { gridTemplateColumns: "minmax(0, 1fr)" },
} as const;

/** The progress of a wizard. CSS chooses between the two steppers, so that the prerendered page is right. */
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
