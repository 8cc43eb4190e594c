import Box from "@mui/material/Box";
import type { priceTexts } from "./price-text.ts";

/** What it costs, before anything is chosen. */
export function PriceBox({ amount, tax }: ReturnType<typeof priceTexts>) {
  return (
    <Box
      sx={{
        display: "flex",
        flexWrap: "wrap",
        alignItems: "baseline",
        columnGap: 2,
        p: 2,
        borderRadius: 1,
        bgcolor: "background.default",
      }}
    >
      <span>スタンダードプラン</span>
      <Box component="strong" sx={{ fontSize: "1.25rem" }}>
        {amount}
      </Box>
      <Box component="span" sx={{ color: "text.secondary", fontSize: "0.875rem" }}>
        {tax}
      </Box>
    </Box>
  );
}
