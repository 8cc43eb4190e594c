import { readPasswordChange } from "#functions/activity/activity-table.ts";
import { readActivity } from "#functions/activity/read-activity.ts";
import { readOwnRecord } from "#functions/customer/customer-table.ts";
import { serve } from "#functions/runtime/endpoint.ts";
import { activity } from "#shared/endpoints.ts";

export const handler = serve(activity, async ({ query: { cursor } }, { caller: { sub } }) => {
  const [page, passwordChangedAt] = await Promise.all([
    readActivity(sub, cursor),
    cursor === undefined ? readPasswordChange(sub) : undefined,
    readOwnRecord(sub),
  ]);
  return { result: { ...page, passwordChangedAt } };
});
