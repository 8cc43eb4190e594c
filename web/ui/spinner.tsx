import CircularProgress from "@mui/material/CircularProgress";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";

interface SpinnerProps {
  label?: string;
  /** In the place of a whole screen: what stands below it begins below the fold, and does not move when the screen comes. */
  fills?: boolean;
}

/** Says that something is loading, to eyes and ears alike. */
export function Spinner({ label = "読み込み中", fills = false }: SpinnerProps) {
  return (
    <Stack
      role="status"
      className="appears-late"
      spacing={2}
      sx={{ alignItems: "center", py: 6, ...(fills && { minHeight: "80vh" }) }}
    >
      <CircularProgress aria-hidden />
      <Typography color="textSecondary" align="center">
        {label}
      </Typography>
    </Stack>
  );
}
