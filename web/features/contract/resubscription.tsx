import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useState } from "react";
import * as z from "zod/mini";
import type { Contract } from "#shared/contract.ts";
import { type BillingFields, toBillingFields } from "#shared/customer/billing-contact.ts";
import { billingContactForm } from "#shared/customer/customer.ts";
import { storedIn } from "#shared/customer/customer-field-views.ts";
import { paymentTypes } from "#shared/enums.ts";
import { paths } from "#shared/site/paths.ts";
import { type Purchased, storePurchase } from "#web/components/payment/pay.ts";
import { PaymentChoice } from "#web/components/payment/payment-choice.tsx";
import { usePayment } from "#web/components/payment/use-payment.ts";
import { defineOwnDraft } from "#web/flow/draft.ts";
import { BillingContactFields } from "#web/forms/customer-field.tsx";
import { fieldSpacing } from "#web/forms/field-frame.tsx";
import { Form } from "#web/forms/form.tsx";
import { usePortalForm, useTyped } from "#web/forms/use-portal-form.ts";
import { useSetting } from "#web/lib/net/use-setting.ts";
import { contractChanged } from "#web/lib/queries/contract.ts";
import { profileChanged } from "#web/lib/queries/profile.ts";
import { tabStorage } from "#web/lib/storage/tab-storage.ts";
import { Section } from "#web/ui/section.tsx";
import { Spinner } from "#web/ui/spinner.tsx";

/** `storePurchase` deletes it. */
const draft = defineOwnDraft(
  "resubscriptionInfo",
  z.object({
    contact: z.object(storedIn("billingContact")),
    isCorrecting: z.boolean(),
    paymentType: z.optional(z.enum(paymentTypes)),
  }),
);

interface BillingContactFormProps {
  contact: BillingFields;
  onTyped: (contact: BillingFields) => void;
  onSubmit: (contact: BillingFields) => void;
}

/** The form of the new contract's billing contact. */
function BillingContactForm({ contact, onTyped, onSubmit }: BillingContactFormProps) {
  const form = usePortalForm(billingContactForm, contact);
  useTyped(form, onTyped);
  return (
    <Form form={form} onSubmit={onSubmit}>
      <Stack spacing={fieldSpacing}>
        <BillingContactFields />
        <Button type="submit">お支払い方法の選択へ</Button>
      </Stack>
    </Form>
  );
}

interface ChoiceProps {
  isByCardOnly: boolean;
  contact: BillingFields;
  onPurchased: () => void;
  onCorrect: () => void;
}

function Choice({ isByCardOnly, contact, onPurchased, onCorrect }: ChoiceProps) {
  const { data: price } = useSetting("price");
  const payment = usePayment({
    contact,
    cancelPath: paths.contract,
    onPurchased: (purchased: Purchased) => {
      storePurchase(purchased);
      onPurchased();
      return Promise.all([contractChanged(), profileChanged()]);
    },
    onRefused: () => void contractChanged(),
  });
  if (!price) return <Spinner />;
  const choice = { price, contact, payment, isByCardOnly, onCorrect };
  return (
    <PaymentChoice
      {...choice}
      initialType={draft.read()?.paymentType}
      onType={(paymentType) => draft.write({ contact, isCorrecting: false, paymentType })}
    />
  );
}

interface ResubscriptionProps {
  contract: Contract;
  onPurchased: () => void;
}

const saveContact = (contact: BillingFields, isCorrecting: boolean): void =>
  draft.write({ ...draft.read(), contact, isCorrecting });

/** Buys the standard plan again, by the checkout of the upgrade. */
export default function Resubscription({ contract, onPurchased }: ResubscriptionProps) {
  const [initial] = useState(() => draft.read());
  const [isOpen, setIsOpen] = useState(initial !== undefined);
  const [contact, setContact] = useState(() => initial?.contact ?? toBillingFields(contract.billingContact));
  const [isCorrecting, setIsCorrecting] = useState(
    () => initial?.isCorrecting ?? !billingContactForm.safeParse(contact).success,
  );
  const isByCardOnly = !contract.actions.includes("subscribe-by-invoice");
  const open = (): void => {
    // By the stored plan, /upgrade/payment distinguishes a resubscription from an upgrade.
    tabStorage.write("plan", contract.plan);
    setIsOpen(true);
  };
  return (
    <Section id="resubscription" title="ご契約の再開" className="not-printed">
      <Typography>
        {`スタンダードプランを、${isByCardOnly ? "クレジットカード" : "クレジットカードまたは請求書払い"}であらためてお申し込みいただけます。ご登録のVonageの接続情報は、そのままご利用いただけます。`}
      </Typography>
      {!isOpen && <Button onClick={open}>ご契約を再開する</Button>}
      {isOpen && isCorrecting && (
        <BillingContactForm
          contact={contact}
          onTyped={(typed) => saveContact(typed, true)}
          onSubmit={(corrected) => {
            saveContact(corrected, false);
            setContact(corrected);
            setIsCorrecting(false);
          }}
        />
      )}
      {isOpen && !isCorrecting && (
        <Choice
          isByCardOnly={isByCardOnly}
          contact={contact}
          onPurchased={onPurchased}
          onCorrect={() => setIsCorrecting(true)}
        />
      )}
    </Section>
  );
}
