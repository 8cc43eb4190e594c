import { useQuery } from "@tanstack/react-query";
import { hasPasskeys } from "./passkeys.ts";

/** `hasPasskeys`; `undefined` until that is known. */
export const useHasPasskeys = (): boolean | undefined =>
  useQuery({ queryKey: ["has-passkeys"], queryFn: hasPasskeys }).data;
