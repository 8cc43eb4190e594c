import type * as z from "zod/mini";
import type { billingContactForm } from "#shared/customer/customer.ts";
import { useRefusal } from "#web/lib/api/use-refusal.ts";
import { saveCustomer } from "#web/lib/customer.ts";
import { isRegistered, upgradeBody, withRegistered } from "../draft.ts";
import type { StepProps } from "../step-props.ts";

/** `POST /api/user`, operation upgrade, unless the server has it all; then on to the payment. */
export function useRegister({ store, moves, credentials, onRefused }: StepProps) {
  const { failure, fail, forget } = useRefusal(onRefused);

  const submit = async (billingContact: z.output<typeof billingContactForm>): Promise<void> => {
    forget();
    try {
      if (!isRegistered({ ...store.draft, billingContact }))
        await saveCustomer(upgradeBody(store.draft, billingContact, credentials));
      store.save((draft) => withRegistered(draft, billingContact));
      moves.next();
    } catch (error) {
      fail(error);
    }
  };

  return { failure, submit };
}
