import type { UserRecord } from "../../shared/customer.ts";
import { getUser } from "../../shared/endpoints.ts";
import { callApi } from "./api-client.ts";
import { session } from "./session.ts";

/**
 * GET /api/user: stores customerId, plan and paymentType of the signed-in customer. `undefined` when the account has
 * no customer record yet: its sign-up was never finished. Throws as `callApi` does.
 */
export async function loadCustomer(loginId: string): Promise<UserRecord | undefined> {
  const { results } = await callApi(getUser, { query: { name: loginId } });
  const [record] = results;
  if (!record) {
    // Whoever used this tab before.
    for (const key of ["customerId", "plan", "paymentType"] as const) session.remove(key);
    return undefined;
  }
  session.write("customerId", record.CustomerId);
  session.write("plan", record.Plan);
  session.write("paymentType", record.PaymentType);
  return record;
}
