import CircularProgress from "@mui/material/CircularProgress";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";

interface SpinnerProps {
  label?: string;
  /**
   * Fills the screen's height, so that elements below start outside the window and do not move when the content comes.
   */
  fullHeight?: boolean;
}

/** MUI's `CircularProgress` with a label that screen readers announce. */
export function Spinner({ label = "読み込み中", fullHeight = false }: SpinnerProps) {
  return (
    <Stack
      role="status"
      className="appears-late"
      spacing={2}
      sx={{ alignItems: "center", py: 6, ...(fullHeight && { minHeight: "80vh" }) }}
    >
      <CircularProgress aria-hidden />
      <Typography color="textSecondary" align="center">
        {label}
      </Typography>
    </Stack>
  );
}
