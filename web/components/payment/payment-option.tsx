import Card from "@mui/material/Card";
import CardActions from "@mui/material/CardActions";
import CardContent from "@mui/material/CardContent";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
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
    <Card component="section">
      <CardContent>
        <Typography variant="h3" gutterBottom>
          {title}
        </Typography>
        <Stack component="ol" spacing={0.5}>
          {then.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </Stack>
      </CardContent>
      <CardActions>{children}</CardActions>
    </Card>
  );
}
