import { handler } from "../../../functions/api/verify.ts";
import { eventOf } from "./events.ts";
import type { Person } from "./people.ts";
import type { Portal, Reply } from "./portal.ts";

export const send = (portal: Portal, { phoneNumber, address }: Person): Promise<Reply> =>
  portal.call("verify", handler, eventOf({ body: { mode: "send", phone_number: phoneNumber }, address }));

export const check = (portal: Portal, requestId: string, code: string): Promise<Reply> =>
  portal.call("verify", handler, eventOf({ body: { mode: "check", request_id: requestId, code } }));

/** The code in the newest SMS. */
export const codeOf = (portal: Portal, { phoneNumber }: Person): string =>
  portal.inbox.list(phoneNumber)[0]?.code ?? "";

/** The request id of a number that its owner has proven. */
export async function verifyPhone(portal: Portal, person: Person): Promise<string> {
  const { json } = await send(portal, person);
  await check(portal, json.request_id, codeOf(portal, person));
  return json.request_id;
}
