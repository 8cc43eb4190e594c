import Check from "@mui/icons-material/Check";
import Box from "@mui/material/Box";

interface StepperProps {
  steps: readonly string[];
  /** Index of the step that is being done. */
  active: number;
}

type StepState = "done" | "active" | "ahead";
const discs = {
  done: { bgcolor: "secondary.main", color: "secondary.contrastText", borderColor: "secondary.main" },
  active: { bgcolor: "primary.main", color: "primary.contrastText", borderColor: "primary.contrastText" },
  ahead: { bgcolor: "background.paper", color: "text.secondary", borderColor: "#8f8675" },
} as const;
const stateOf = (index: number, active: number): StepState =>
  index < active ? "done" : index === active ? "active" : "ahead";

function Step({ label, number, state }: { label: string; number: number; state: StepState }) {
  return (
    <Box
      component="li"
      aria-current={state === "active" ? "step" : undefined}
      sx={{
        flex: 1,
        position: "relative",
        textAlign: "center",
        fontSize: "0.875rem",
        lineHeight: 1.5,
        fontWeight: state === "active" ? 700 : 400,
        color: state === "ahead" ? "text.secondary" : "text.primary",
        "&:not(:first-of-type)::before": {
          content: '""',
          position: "absolute",
          top: 17,
          right: "calc(50% + 24px)",
          left: "calc(-50% + 24px)",
          height: 2,
          bgcolor: state === "ahead" ? "divider" : "secondary.main",
        },
      }}
    >
      <Box
        aria-hidden
        sx={{
          display: "grid",
          placeItems: "center",
          width: 36,
          height: 36,
          mx: "auto",
          mb: 0.75,
          border: 2,
          borderRadius: "50%",
          fontWeight: 700,
          ...discs[state],
        }}
      >
        {state === "done" ? <Check fontSize="small" /> : number}
      </Box>
      {label}
      {state === "done" && <span className="visually-hidden">（完了）</span>}
    </Box>
  );
}

/** On a small screen: which of how many, its name, and a bar. */
function CompactStepper({ steps, active }: StepperProps) {
  return (
    <Box sx={{ display: { xs: "block", sm: "none" } }}>
      <Box sx={{ fontWeight: 700 }}>
        <Box component="span" sx={{ mr: 1.5, color: "secondary.main" }}>
          {active + 1} / {steps.length}
        </Box>
        {steps[active]}
      </Box>
      <Box aria-hidden sx={{ mt: 0.75, height: 8, borderRadius: 4, bgcolor: "divider" }}>
        <Box
          sx={{
            width: `${((active + 1) / steps.length) * 100}%`,
            height: "100%",
            borderRadius: 4,
            bgcolor: "secondary.main",
          }}
        />
      </Box>
    </Box>
  );
}

/** Where a person is in a wizard. */
export function Stepper({ steps, active }: StepperProps) {
  return (
    <Box sx={{ mb: 4 }}>
      <CompactStepper steps={steps} active={active} />
      <Box
        component="ol"
        aria-label="手順"
        sx={{ display: { xs: "none", sm: "flex" }, m: 0, p: 0, listStyle: "none" }}
      >
        {steps.map((label, index) => (
          <Step key={label} label={label} number={index + 1} state={stateOf(index, active)} />
        ))}
      </Box>
    </Box>
  );
}
