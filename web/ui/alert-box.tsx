import Alert, { type AlertProps } from "@mui/material/Alert";
import { Children } from "react";
import { Sentence } from "./sentence.tsx";

/** MUI's `Alert` with the role `status`, which does not interrupt a screen reader, unless `severity` is `error`. */
export function AlertBox({ children, ...props }: AlertProps) {
  return (
    <Alert role={props.severity === "error" ? "alert" : "status"} {...props}>
      {Children.map(children, (child) => (typeof child === "string" ? <Sentence>{child}</Sentence> : child))}
    </Alert>
  );
}
