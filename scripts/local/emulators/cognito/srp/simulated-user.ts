/** What SRP shows of a user who does not exist. Source: developer guide, "Managing user existence error responses". */
import { createHmac } from "node:crypto";
import type { Pool } from "../pool.ts";
import { userKeyOf } from "../users/users.ts";
import type { StoredPassword } from "./password.ts";

/** The same salt and UUID for the same name and pool; no password fits the verifier. */
export function simulateSrpUser(pool: Pool, userName: string): StoredPassword & { userIdForSrp: string } {
  const derive = (what: string) =>
    createHmac("sha256", pool.simulationSecret)
      .update(`${what} ${userKeyOf(pool, userName)}`)
      .digest("hex");
  const id = derive("id");
  const parts = [id.slice(0, 8), id.slice(8, 12), `4${id.slice(13, 16)}`, `a${id.slice(17, 20)}`];
  return {
    userIdForSrp: [...parts, id.slice(20, 32)].join("-"),
    salt: derive("salt").slice(0, 32),
    verifier: derive("verifier"),
  };
}
