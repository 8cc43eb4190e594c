/** `npm run admin -- phone`: what the portal knows of a phone number, for "no SMS came". Never the code. */
import { type PhoneState, phoneState } from "../../../functions/phone/phone-table.ts";
import { secondsToWait } from "../../../functions/phone/sms-limits.ts";
import { isExpired, verification } from "../../../functions/phone/verification-table.ts";
import { fields } from "../../../shared/fields.ts";
import { toInternationalNumber } from "../../../shared/normalize.ts";
import { writeAudit } from "../audit.ts";
import { type Command, type CommandContext, type Target, UsageError } from "../command.ts";
import { inTokyo, table } from "../show.ts";
import { stateOf } from "../switches/switches.ts";
import { readRow } from "../table.ts";
import { customersWithPhone, type PhoneOwner } from "./customers-with-phone.ts";
import { limitsOf, type LimitState } from "./limit-state.ts";

export const phone: Command = {
  purpose: "Shows a number's limits, its verification, when the next SMS may go, and whose number it is.",
  takes: ["090-XXXX-YYYY"],
  async run([text = ""], context) {
    const number = toNumber(text);
    const owners = await customersWithPhone(number, context);
    for (const { sub } of owners) await writeAudit(sub, "looked-up", context);
    const row = await readRow(context, { pk: `PHONE#${number}`, sk: "LIVE" });
    const state = row && phoneState.parse(row);
    const limits = await limitsOf(number, owners, context);
    return table([
      ["number", number],
      ["customer", owners.map(ownerText).join(", ") || "none"],
      ["SMS", await stateOf("sms", context)],
      ["last SMS", lastText(state)],
      ["verification", await verificationText(state, context)],
      ["next SMS", nextText(state, limits)],
      ...limits.map(({ name, left }): [string, string] => [`left, ${name}`, left]),
    ]);
  },
};

function toNumber(text: string): string {
  const { data } = fields.mobile.safeParse(text);
  if (data === undefined) throw new UsageError(`${text} is not a Japanese mobile number: 090-XXXX-YYYY`);
  return toInternationalNumber(data);
}

const ownerText = ({ sub, customerId, loginId }: PhoneOwner): string => `${loginId} (${customerId}, sub ${sub})`;
