import { readPasswordChange } from "#functions/activity/password-table.ts";
import { readActivity } from "#functions/activity/read-activity.ts";
import { serveSignedIn } from "#functions/customer/signed-in.ts";
import { activity } from "#shared/endpoints.ts";

export const handler = serveSignedIn(activity, async ({ query: { cursor } }, { caller: { sub } }) => {
  const [page, passwordChangedAt] = await Promise.all([
    readActivity(sub, cursor),
    cursor === undefined ? readPasswordChange(sub) : undefined,
  ]);
  return { result: { ...page, passwordChangedAt } };
});
