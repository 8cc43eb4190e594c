/** The parts of the connection check, in the order on the screen. */
export const connectionCheckKinds = [
  "credentials",
  "application",
  "privateKey",
  "voice",
  "webhook",
  "number",
  "balance",
] as const;
export type ConnectionCheckKind = (typeof connectionCheckKinds)[number];

/** `unknown`: Vonage did not respond, or an input is missing. */
export const connectionCheckStates = ["ok", "failed", "unknown"] as const;
export type ConnectionCheckState = (typeof connectionCheckStates)[number];
