import Alert, { type AlertProps } from "@mui/material/Alert";
import { Children } from "react";
import { Sentence } from "./sentence.tsx";

/** MUI's alert, of which only an error interrupts a screen reader: `Alert` itself is always an `alert`. */
export function AlertBox({ children, ...props }: AlertProps) {
  return (
    <Alert role={props.severity === "error" ? "alert" : "status"} {...props}>
      {Children.map(children, (child) => (typeof child === "string" ? <Sentence>{child}</Sentence> : child))}
    </Alert>
  );
}
