import * as z from "zod/mini";
import { orUndefined } from "../../browser/or-undefined.ts";

const claims = z.object({
  /** Epoch seconds. */
  exp: z.number(),
  /** Epoch seconds. */
  iat: z.optional(z.number()),
  /** Epoch seconds at which the password was entered. */
  auth_time: z.optional(z.number()),
});

/** Returns the token's claims, unverified: the server verifies them. `undefined` for an unreadable token. */
export const readIdToken = (idToken: string): z.output<typeof claims> | undefined =>
  orUndefined(() => {
    const payload = (idToken.split(".")[1] ?? "").replaceAll("-", "+").replaceAll("_", "/");
    return claims.parse(JSON.parse(atob(payload)));
  });
