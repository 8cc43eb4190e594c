import type { CustomMessageTriggerEvent } from "aws-lambda";
import { redeemEmailTicket } from "#functions/account/email-change-table.ts";
import { countCodeMail, type MailedCode, recordAnswered } from "#functions/mail/mail-limits.ts";
import { poolMail, poolSms } from "#functions/mail/pool-messages.ts";
import { inContext } from "#functions/runtime/context.ts";
import { environment } from "#functions/runtime/environment.ts";
import { errorFields, log } from "#functions/runtime/log.ts";
import { countMetric } from "#functions/runtime/metrics.ts";
import { runAndLogFailure } from "#functions/runtime/run-and-log-failure.ts";

/**
 * Trigger sources of codes for a new address. The site requests the first only. The second would go to any
 * address that the user pool holds, even to one that was refused.
 */
const newAddress = "CustomMessage_UpdateUserAttribute";
const addressCodes: readonly string[] = [newAddress, "CustomMessage_VerifyUserAttribute"];

/** Messages that Cognito returns to the browser. */
const withoutTicket = "安全のため、認証コードを送信できませんでした。もう一度お試しください。";
const notStored = "ただいまメールアドレスを変更できません。時間をおいて、もう一度お試しください。";

/** Codes for an account's own address. The trigger `pre-sign-up` counts the first code of a sign-up. */
const ownAddressCodes: Partial<Record<string, MailedCode>> = {
  CustomMessage_ResendCode: "signUpAgain",
  CustomMessage_ForgotPassword: "newPassword",
};

/**
 * Writes the text of every code that Cognito sends. A code for a new address redeems the ticket in the call's
 * metadata and enqueues a task, so that the reconciler finds a change that the browser did not report. Throws
 * without a ticket, if the table fails, and at the limit; Cognito returns the message to the browser.
 */
export const handler = inContext("trigger", async (event: CustomMessageTriggerEvent) => {
  const { triggerSource, userName, request } = event;
  const { sub = "" } = request.userAttributes;
  const code = ownAddressCodes[triggerSource];
  if (code) await countCodeMail(code, sub);
  if (addressCodes.includes(triggerSource)) await countCodeMail("newAddress", sub, await expectTicket(event));
  const placeholders = { code: request.codeParameter, loginId: request.usernameParameter ?? userName };
  const mail = poolMail(triggerSource, placeholders, environment("SITE_URL"));
  if (mail) {
    event.response.emailSubject = mail.subject;
    // Cognito sends it as HTML, without a plain text beside it.
    event.response.emailMessage = mail.html;
  }
  event.response.smsMessage = poolSms(triggerSource, placeholders) ?? null;
  // Events do not distinguish another request from a repeated call; a ticket does.
  if (code)
    await runAndLogFailure(
      "answer was not recorded",
      () => recordAnswered(code, sub),
      { customer: sub },
      false,
    );
  return event;
});

/** Returns the redeemed ticket. A stolen session has none: a ticket requires a recent password. */
async function expectTicket(event: CustomMessageTriggerEvent): Promise<string> {
  const { ticket } = event.request.clientMetadata ?? {};
  if (event.triggerSource === newAddress && ticket !== undefined && (await isRedeemed(event, ticket)))
    return ticket;
  // The alarm ignores refusals, which Lambda counts as errors.
  countMetric("CodesRefused");
  throw new Error(withoutTicket);
}

async function isRedeemed(
  { userName: loginId, request }: CustomMessageTriggerEvent,
  ticket: string,
): Promise<boolean> {
  const { sub = "", email = "" } = request.userAttributes;
  try {
    return await redeemEmailTicket({ sub, loginId, email }, ticket);
  } catch (error) {
    log("error", "e-mail change not stored", { customer: sub, ...errorFields(error) });
    throw new Error(notStored);
  }
}
