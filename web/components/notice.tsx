import Alert, { type AlertProps } from "@mui/material/Alert";

/** MUI's alert, of which only an error interrupts a screen reader: `Alert` itself is always an `alert`. */
export function Notice(props: AlertProps) {
  return <Alert role={props.severity === "error" ? "alert" : "status"} {...props} />;
}
