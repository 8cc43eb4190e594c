import CircularProgress from "@mui/material/CircularProgress";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";

/** Says that something is loading, to eyes and ears alike. */
export function Spinner({ label = "読み込み中" }: { label?: string }) {
  return (
    <Stack role="status" className="appears-late" spacing={2} sx={{ alignItems: "center", py: 6 }}>
      <CircularProgress aria-hidden />
      <Typography color="textSecondary" align="center">
        {label}
      </Typography>
    </Stack>
  );
}
