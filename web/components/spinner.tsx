import Box from "@mui/material/Box";

interface SpinnerProps {
  label?: string;
}

/** Says that something is loading, to eyes and ears alike. */
export function Spinner({ label = "読み込み中" }: SpinnerProps) {
  return (
    <Box
      role="status"
      className="appears-late"
      sx={{
        display: "flex",
        flexDirection: "column",
        alignItems: "center",
        gap: 2,
        py: 6,
        color: "secondary.main",
      }}
    >
      <Box component="span" className="spinner" aria-hidden sx={{ fontSize: "2rem" }} />
      <Box component="span" sx={{ color: "text.secondary" }}>
        {label}
      </Box>
    </Box>
  );
}
