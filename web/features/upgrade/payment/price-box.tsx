import Paper from "@mui/material/Paper";
import Typography from "@mui/material/Typography";
import type { priceTexts } from "./price-text.ts";

/** What it costs, before anything is chosen. */
export function PriceBox({ amount, tax }: ReturnType<typeof priceTexts>) {
  return (
    <Paper variant="quiet">
      <Typography>スタンダードプラン</Typography>
      <Typography variant="h2" component="strong">
        {amount}
      </Typography>
      <Typography variant="body2" color="textSecondary">
        {tax}
      </Typography>
    </Paper>
  );
}
