import type { CustomMessageTriggerEvent } from "aws-lambda";
import {
  mayResendEmailCode,
  refuseEmailCodes,
  storePendingEmailChange,
} from "#functions/account/email-change-table.ts";
import { mayChangeEmail } from "#functions/activity/activity-table.ts";
import { countCodeMail, type MailedCode } from "#functions/mail/mail-limits.ts";
import { poolMail, poolSms } from "#functions/mail/pool-messages.ts";
import { inContext } from "#functions/runtime/context.ts";
import { environment } from "#functions/runtime/environment.ts";
import { errorFields, log } from "#functions/runtime/log.ts";

/** Codes that verify a new address. */
const newAddress = "CustomMessage_UpdateUserAttribute";
const addressCodes: readonly string[] = [newAddress, "CustomMessage_VerifyUserAttribute"];

/** Cognito returns it to the browser. */
const unproven = "安全のため、パスワードの確認が必要です。画面を再読み込みして、もう一度お試しください。";

/** Codes for an account's own address. The first code of a sign-up is counted by the pre-sign-up trigger. */
const ownAddressCodes: Partial<Record<string, MailedCode>> = {
  CustomMessage_ResendCode: "signUpAgain",
  CustomMessage_ForgotPassword: "newPassword",
};

/**
 * Sets the text of every code that Cognito sends. For a new address it first stores a row, so that the reconciler can find a
 * change that the browser did not report. Throws if that fails or at the limit; Cognito returns the message to the browser.
 */
export const handler = inContext("trigger", async (event: CustomMessageTriggerEvent) => {
  const { triggerSource, userName, request } = event;
  const { sub = "" } = request.userAttributes;
  const isForNewAddress = addressCodes.includes(triggerSource);
  if (isForNewAddress) await expectAllowedAddress(triggerSource, sub);
  const code = isForNewAddress ? "newAddress" : ownAddressCodes[triggerSource];
  if (code) await countCodeMail(code, sub);
  if (isForNewAddress) await enqueueEmailSync(sub, userName);
  const placeholders = { code: request.codeParameter, loginId: request.usernameParameter ?? userName };
  const mail = poolMail(triggerSource, placeholders, environment("SITE_URL"));
  if (mail) {
    event.response.emailSubject = mail.subject;
    // Cognito sends HTML mail, in which a line break is a space.
    event.response.emailMessage = mail.text.replaceAll("\n", "<br>\n");
  }
  event.response.smsMessage = poolSms(triggerSource, placeholders) ?? null;
  return event;
});

/** A session that was stolen may not move the address, nor have the code of a refused one sent again. */
async function expectAllowedAddress(triggerSource: string, sub: string): Promise<void> {
  const isNew = triggerSource === newAddress;
  if (await (isNew ? mayChangeEmail(sub) : mayResendEmailCode(sub))) return;
  if (isNew) await refuseEmailCodes(sub);
  throw new Error(unproven);
}

async function enqueueEmailSync(sub: string, loginId: string): Promise<void> {
  try {
    await storePendingEmailChange(sub, loginId);
  } catch (error) {
    log("error", "e-mail change not stored", { customer: sub, ...errorFields(error) });
    // Cognito returns the message to the browser.
    throw new Error("ただいまメールアドレスを変更できません。時間をおいてからもう一度お試しください。");
  }
}
