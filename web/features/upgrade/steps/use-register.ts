import type * as z from "zod/mini";
import type { billingContactForm } from "#shared/customer/customer.ts";
import { secretMask } from "#shared/limits.ts";
import { useRefusal } from "#web/lib/api/use-refusal.ts";
import { saveCustomer } from "#web/lib/customer.ts";
import { type Credentials, isRegistered, withRegistered } from "../draft.ts";
import type { StepProps } from "../step-props.ts";

/** After a reload the server has them already: the mask and the empty key leave them as they are. */
const kept: Omit<Credentials, "fileName"> = { apiSecret: secretMask, privateKey: "" };

/** `POST /api/user`, operation upgrade, unless the server has it all; then on to the payment. */
export function useRegister({ store, moves, credentials, onRefused }: StepProps) {
  const { failure, fail, forget } = useRefusal(onRefused);
  const { apiSecret, privateKey } = credentials ?? kept;

  const submit = async (billingContact: z.output<typeof billingContactForm>): Promise<void> => {
    forget();
    const { applicationId, apiKey, webhookUrl } = store.draft.voiceProvider;
    const voiceProvider = { applicationId, apiKey, apiSecret, webhookUrl, privateKey };
    try {
      if (!isRegistered({ ...store.draft, billingContact }))
        await saveCustomer({ operation: "upgrade", ...voiceProvider, ...billingContact });
      store.save((draft) => withRegistered(draft, billingContact));
      moves.next();
    } catch (error) {
      fail(error);
    }
  };

  return { failure, submit };
}
