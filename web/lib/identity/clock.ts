/** This computer's clock against the server's. */
import { fetchWithin } from "../net/connection-error.ts";
import { clockIsWrong } from "./advice.ts";
import { IdentityError, isIdentityError } from "./provider.ts";

/** Cognito accepts a proof of the password for five minutes; half of one is left for the way. */
const tolerance = 4.5 * 60_000;
const timeoutMilliseconds = 5_000;

/** False also where nobody says what time it is. */
async function isClockWrong(): Promise<boolean> {
  try {
    // Hardly anybody needs it, and /signin is light.
    const { health } = await import("#shared/endpoints.ts");
    const { headers } = await fetchWithin(timeoutMilliseconds, health.path, { cache: "no-store" });
    return Math.abs(Date.parse(headers.get("date") ?? "") - Date.now()) > tolerance;
  } catch {
    return false;
  }
}

/**
 * For what proves the password. Cognito calls a right password wrong when the proof's time is more than five minutes off: then the
 * error's code is `clockIsWrong`.
 */
export async function explainWrongClock<T>(proof: Promise<T>): Promise<T> {
  try {
    return await proof;
  } catch (error) {
    if (!isIdentityError(error, "NotAuthorizedException") || !(await isClockWrong())) throw error;
    throw new IdentityError(clockIsWrong, "The clock is wrong", { cause: error });
  }
}
