/** Compares this computer's clock with the server's. */
import { fetchWithin } from "../net/connection-error.ts";
import { clockIsWrong } from "./advice.ts";
import { IdentityError, isIdentityError } from "./provider.ts";

/** Milliseconds. Cognito accepts a password proof for five minutes; half a minute is left for the network. */
const tolerance = 4.5 * 60_000;
const timeoutMilliseconds = 5_000;

/** False if the server's time is unknown. */
async function isClockWrong(): Promise<boolean> {
  try {
    // Loaded on demand, because /signin is small and few visitors need it.
    const { health } = await import("#shared/endpoints.ts");
    const { headers } = await fetchWithin(timeoutMilliseconds, health.path, { cache: "no-store" });
    return Math.abs(Date.parse(headers.get("date") ?? "") - Date.now()) > tolerance;
  } catch {
    return false;
  }
}

/**
 * Awaits a call that proves the password. Cognito reports a wrong password if the proof's time is off by more
 * than five minutes; then it throws `IdentityError` with the code `clockIsWrong`.
 */
export async function explainWrongClock<T>(proof: Promise<T>): Promise<T> {
  try {
    return await proof;
  } catch (error) {
    if (!isIdentityError(error, "NotAuthorizedException") || !(await isClockWrong())) throw error;
    throw new IdentityError(clockIsWrong, "The clock is wrong", { cause: error });
  }
}
