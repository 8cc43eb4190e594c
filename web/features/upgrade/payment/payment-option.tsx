import Box from "@mui/material/Box";
import type { ReactNode } from "react";

interface PaymentOptionProps {
  title: string;
  /** What happens next, in order. */
  then: readonly string[];
  children: ReactNode;
}

/** One way to pay: what happens next, and its button. */
export function PaymentOption({ title, then, children }: PaymentOptionProps) {
  return (
    <Box component="section" sx={{ p: { xs: 2, sm: 3 }, border: 1, borderColor: "divider", borderRadius: 2 }}>
      <Box component="h3" sx={{ m: 0, mb: 1, fontSize: "1rem", fontWeight: 700 }}>
        {title}
      </Box>
      <Box component="ol" sx={{ m: 0, mb: 2, pl: 3, "& li + li": { mt: 0.5 } }}>
        {then.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </Box>
      {children}
    </Box>
  );
}
