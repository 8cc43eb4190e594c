import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import { useEffect } from "react";
import type { BillingFields } from "#shared/customer/billing-contact.ts";
import type { Price } from "#shared/site/site-config.ts";
import { priceTexts } from "#web/lib/price-text.ts";
import { loadStripeScript } from "#web/lib/third-party/stripe.ts";
import { OutcomeSnackbar } from "../outcome-snackbar.tsx";
import { InvoiceOption } from "./invoice-option.tsx";
import { PaymentOption } from "./payment-option.tsx";
import { PriceBox } from "./price-box.tsx";
import type { usePayment } from "./use-payment.ts";

interface PaymentChoiceProps {
  price: Price;
  contact: BillingFields;
  payment: ReturnType<typeof usePayment>;
  /** In the place of a failure, while there is none. */
  notice?: string | undefined;
  /** Leads to where the billing contact is entered. */
  onCorrect: () => void;
}

/** What the standard plan costs, and the two ways to pay for it. */
export function PaymentChoice({ price, contact, payment, notice, onCorrect }: PaymentChoiceProps) {
  const { busy, failure = notice, pay } = payment;
  const texts = priceTexts(price);
  useEffect(() => void loadStripeScript(), []);
  return (
    <Stack spacing={2}>
      <OutcomeSnackbar>{failure}</OutcomeSnackbar>
      <PriceBox {...texts} />
      <PaymentOption
        title="クレジットカード"
        then={[
          "決済サービス（Stripe）の画面に移動し、カード情報をご入力いただきます。",
          "お支払いが完了すると、この画面に戻り、スタンダードプランをご利用いただけます。",
          `以後は${texts.every}、ご登録のカードに自動で請求されます。`,
        ]}
      >
        <Button loading={busy === "card"} disabled={busy === "invoice"} onClick={() => pay("card")}>
          クレジットカードで支払う
        </Button>
      </PaymentOption>
      <InvoiceOption
        contact={contact}
        every={texts.every}
        applying={busy === "invoice"}
        disabled={busy === "card"}
        onApply={() => pay("invoice")}
        onCorrect={onCorrect}
      />
    </Stack>
  );
}
