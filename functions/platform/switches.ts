/**
 * Switches that stop SMS or sign-ups at once (`npm run admin -- stop`). Each transaction that counts a
 * request checks that the switch's row does not exist.
 */

import { HttpError } from "#functions/runtime/http-error.ts";
import type { PartitionKey } from "#shared/partitions.ts";
import type { Check, Key } from "./table.ts";

export const switchNames = ["sms", "sign-up"] as const;
export type SwitchName = (typeof switchNames)[number];

const messages = {
  sms: "ただいまSMSの送信を停止しています。ご不便をおかけしますが、時間をおいて、もう一度お試しください。",
  "sign-up":
    "ただいま新規登録の受付を停止しています。ご不便をおかけしますが、時間をおいて、もう一度お試しください。",
} as const satisfies Record<SwitchName, string>;

export const switchPartition = (name: SwitchName): PartitionKey => `SWITCH#${name.toUpperCase()}`;

/** Key of the row that exists while requests are stopped. */
export const stoppedKey = (name: SwitchName): Key => ({ pk: switchPartition(name), sk: "STOPPED" });

/** A check that is refused while requests are stopped. */
export const isRunning = (name: SwitchName): Check => ({
  check: stoppedKey(name),
  condition: "attribute_not_exists(pk)",
});

/** Returns the 503 for the customer. */
export const stopped = (name: SwitchName): HttpError =>
  new HttpError("unavailable", { message: messages[name] });
