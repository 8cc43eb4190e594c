import { useState } from "react";
import { tabStorage } from "../storage/tab-storage.ts";

/** Returns the login ID at the component's first render; empty for signed-out visitors. */
export function useLoginId(): string {
  const [loginId] = useState(() => tabStorage.read("loginId") ?? "");
  return loginId;
}
