import Button from "@mui/material/Button";
import { failureMessages } from "#shared/messages.ts";
import { CodeEntry } from "#web/components/code-entry/code-entry.tsx";
import { SmsHelp } from "#web/components/code-entry/sms-help.tsx";
import { SmsCodeLife, smsResentMessage } from "#web/components/code-entry/sms-notes.tsx";
import { Notice } from "#web/components/notice.tsx";
import { StepActions } from "#web/components/wizard/step-form.tsx";
import { checkSmsCode, sendSmsCode } from "#web/lib/phone/sms-code.ts";
import { withExpiredSms, withSentSms } from "../draft.ts";
import type { StepProps } from "../step-props.ts";

function Verified({ moves }: Pick<StepProps, "moves">) {
  return (
    <>
      <Notice severity="success">この携帯電話番号は確認済みです。</Notice>
      <StepActions onBack={moves.back}>
        <Button onClick={moves.next}>次へ</Button>
      </StepActions>
    </>
  );
}

/** Step 3: the code from the SMS. */
export function SmsCodeStep({ store: { draft, save }, moves }: StepProps) {
  const { chargePhoneNumber = "", requestId = "", smsSentAt } = draft;
  const check = async (code: string) => {
    const refusal = await checkSmsCode(requestId, code);
    if (refusal?.expired) save(withExpiredSms);
    if (refusal) return { message: failureMessages.verificationFailed, ...refusal };
    save((current) => ({ ...current, phoneVerified: true }));
    moves.next();
    return undefined;
  };
  const resend = async () => {
    const resent = await sendSmsCode(chargePhoneNumber);
    save((current) => withSentSms(current, chargePhoneNumber, resent));
    return resent.secondsToWait;
  };
  if (draft.phoneVerified) return <Verified moves={moves} />;
  return (
    <CodeEntry
      destination={chargePhoneNumber}
      by="SMS"
      onCode={check}
      onResend={resend}
      resentMessage={smsResentMessage}
      sentAt={smsSentAt}
      onBack={moves.back}
      note={<SmsCodeLife />}
      help={<SmsHelp />}
    />
  );
}
