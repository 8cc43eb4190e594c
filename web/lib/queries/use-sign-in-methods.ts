/** React hooks, in a file of their own: `sign-in-methods.ts` also runs before React is loaded. */
import { useQuery } from "@tanstack/react-query";
import { hasPasskeys, type OwnSignInMethods, signInMethodsQuery } from "./sign-in-methods.ts";

/** Returns the current sign-in methods: they are reloaded when the screen is mounted. */
export const useSignInMethods = <T>(select: (methods: OwnSignInMethods) => T) =>
  useQuery({ ...signInMethodsQuery, refetchOnMount: "always", select });

/** Returns whether the site supports passkeys; `undefined` until it is known. */
export const useHasPasskeys = (): boolean | undefined =>
  useQuery({ queryKey: ["has-passkeys"], queryFn: hasPasskeys }).data;
