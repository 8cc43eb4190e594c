import Box from "@mui/material/Box";
import FormControlLabel from "@mui/material/FormControlLabel";
import Paper from "@mui/material/Paper";
import Radio from "@mui/material/Radio";
import Stack from "@mui/material/Stack";
import type { ReactNode } from "react";
import { veryNarrow } from "#web/theme/media.ts";
import type { PaymentType } from "./use-payment.ts";

interface PaymentTileProps {
  type: PaymentType;
  title: string;
  /** The steps after the choice. */
  then: readonly string[];
  disabled: boolean;
  /** Content below the steps. */
  children?: ReactNode;
}

const tile = {
  p: { xs: 2, sm: 2.5 },
  pt: { xs: 1, sm: 1.5 },
  /** Keeps クレジットカード on one line. */
  [veryNarrow]: { px: 0.75, "& .MuiTypography-h3": { fontSize: "min(1rem, 7.5vw)" } },
  "&:has(input:checked)": { borderColor: "secondary.main", boxShadow: "inset 0 0 0 1px currentColor" },
} as const;

/** A payment type as a radio button, with its next steps. */
export function PaymentTile({ type, title, then, disabled, children }: PaymentTileProps) {
  return (
    <Paper variant="outlined" sx={tile}>
      <FormControlLabel
        value={type}
        disabled={disabled}
        control={<Radio />}
        label={title}
        slotProps={{ typography: { variant: "h3", component: "span" } }}
      />
      <Stack spacing={2}>
        {then.length > 0 && (
          <Box component="ol" sx={{ color: "text.secondary", fontSize: "0.875rem" }}>
            {then.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </Box>
        )}
        {children}
      </Stack>
    </Paper>
  );
}
