import { createContext } from "react";

/** What the Enter key of a screen keyboard says. Enter submits the form, so every field of a form says the same. */
export type EnterKeyHint = "done" | "go" | "next" | "send";

export const EnterKeyHintContext = createContext<EnterKeyHint>("done");
