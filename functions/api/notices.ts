import { readNotices } from "#functions/notices/notice-table.ts";
import { serve } from "#functions/runtime/endpoint.ts";
import { notices } from "#shared/endpoints.ts";

export const handler = serve(notices, async () => ({ result: { notices: await readNotices() } }));
