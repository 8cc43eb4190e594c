/** Tasks that sync customers to Stripe. The task of a change is kept until Stripe has the new values. */
import * as z from "zod/mini";
import { type Enqueued, taskKind } from "#functions/tasks/task.ts";

/** `version` of the profile after the change. The key is the customer's `sub`. */
export const customerSyncTask = taskKind("CUSTOMER_SYNC", z.object({ version: z.int() }));

/**
 * The write that enqueues the sync of a change. Its lease ends when no request can still be writing an older
 * profile to Stripe.
 */
export const customerToSync = (sub: string, version: number): Enqueued =>
  customerSyncTask.enqueue(sub, { version });
