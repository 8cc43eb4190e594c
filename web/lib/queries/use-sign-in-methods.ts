/** Apart from the query, which starts before React is there. */
import { useQuery } from "@tanstack/react-query";
import { hasPasskeys, type OwnSignInMethods, signInMethodsQuery } from "./sign-in-methods.ts";

/** For a screen that shows them as they are now. */
export const useSignInMethods = <T>(select: (methods: OwnSignInMethods) => T) =>
  useQuery({ ...signInMethodsQuery, refetchOnMount: "always", select });

/** `hasPasskeys`; `undefined` until that is known. */
export const useHasPasskeys = (): boolean | undefined =>
  useQuery({ queryKey: ["has-passkeys"], queryFn: hasPasskeys }).data;
