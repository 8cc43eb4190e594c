import Box from "@mui/material/Box";

/** What is registered now; a dash keeps its place until it is known. */
export function CurrentValue({ label, children }: { label: string; children: string | undefined }) {
  return (
    <Box component="dl" sx={{ display: "flex", flexWrap: "wrap", columnGap: 1.5, m: 0 }}>
      <Box component="dt" sx={{ color: "text.secondary" }}>
        {label}
      </Box>
      <Box component="dd" sx={{ m: 0, minWidth: 0 }}>
        {children ?? "―"}
      </Box>
    </Box>
  );
}
