import { activity } from "../../shared/endpoints.ts";
import { readPasswordChange } from "../activity/activity-table.ts";
import { readActivity } from "../activity/read-activity.ts";
import { readOwnRecord } from "../customer/customer-table.ts";
import { serve } from "../runtime/endpoint.ts";

export const handler = serve(activity, async ({ query: { cursor } }, { caller: { sub } }) => {
  const [page, passwordChangedAt] = await Promise.all([
    readActivity(sub, cursor),
    cursor === undefined ? readPasswordChange(sub) : undefined,
    readOwnRecord(sub),
  ]);
  return { result: { ...page, passwordChangedAt } };
});
