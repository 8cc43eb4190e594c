import { phoneForm } from "../../../../shared/customer.ts";
import { verify } from "../../../../shared/endpoints.ts";
import { CustomerField } from "../../../components/customer-fields/customer-field.tsx";
import { usePortalForm } from "../../../components/form/use-portal-form.ts";
import { useTyped } from "../../../components/form/use-typed.ts";
import { Notice } from "../../../components/notice.tsx";
import { StepForm } from "../../../components/wizard/step-form.tsx";
import { callApi } from "../../../lib/api-client.ts";
import { useFailure } from "../../../lib/use-failure.ts";
import { hasUsableSms, typedOf, withSentSms, withTyped } from "../draft.ts";
import type { StepProps } from "../step-props.ts";

async function sendCode(phoneNumber: string): Promise<string> {
  const { request_id } = await callApi(verify, { body: { mode: "send", phone_number: phoneNumber } });
  if (!request_id) throw new Error("request_id is missing");
  return request_id;
}

/** Step 2: the mobile number that the code goes to. */
export function PhoneStep({ store, moves, refusal }: StepProps & { refusal?: string | undefined }) {
  const { draft, save, keep } = store;
  const form = usePortalForm(phoneForm, { chargePhoneNumber: typedOf(draft).chargePhoneNumber });
  const { connectionFailure, fail, forget } = useFailure();
  useTyped(form, (values) => keep((current) => withTyped(current, values)));
  const submit = async ({ chargePhoneNumber }: { chargePhoneNumber: string }): Promise<void> => {
    forget();
    try {
      if (!hasUsableSms(draft, chargePhoneNumber, Date.now())) {
        const requestId = await sendCode(chargePhoneNumber);
        save((current) => withSentSms(current, chargePhoneNumber, requestId, Date.now()));
      }
      moves.next();
    } catch (error) {
      fail(error);
    }
  };
  return (
    <StepForm
      form={form}
      onSubmit={submit}
      submitLabel="認証コードを送信"
      onBack={moves.back}
      connectionFailure={connectionFailure}
    >
      {refusal !== undefined && <Notice severity="error">{refusal}</Notice>}
      <p>ご担当者の携帯電話番号に、SMSで認証コードをお送りします。</p>
      <Notice severity="info">
        携帯電話以外の番号では、SMSを受信できません。SMS機能のお試しにも、ここで登録した番号を使用します。
      </Notice>
      <CustomerField control={form.control} name="chargePhoneNumber" />
    </StepForm>
  );
}
