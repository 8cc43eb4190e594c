import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import { useRef, useState } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import type { Price } from "#shared/site/site-config.ts";
import { PaymentChoice } from "#web/components/payment/payment-choice.tsx";
import { usePayment, type Way } from "#web/components/payment/use-payment.ts";
import { Quotes } from "#web/components/quotes/quotes.tsx";
import { type NavigationState, readNavigationState } from "#web/routes/navigation-state.ts";
import { paths } from "#web/routes/paths.ts";
import { completeUpgrade, type StepProps } from "./draft.ts";
import { type Check, FirstInvoice } from "./first-invoice.tsx";

/** Step 2: what it costs, and how to pay. */
export function PaymentStep({ store, moves, price, onRefused }: StepProps & { price: Price }) {
  const navigate = useNavigate();
  const check = useRef<Check>(null);
  const [{ notice }] = useState(readNavigationState(useLocation().state));
  const { billingContact: contact, invoiceFields } = store.draft;
  const payment = usePayment({
    contact,
    invoiceFields,
    cancelPath: paths.upgrade,
    onPurchased: async (purchased) => {
      completeUpgrade(purchased);
      await navigate(paths.upgradeComplete, {
        replace: true,
        state: { completed: true } satisfies NavigationState,
      });
    },
    onRefused,
  });
  const payChecked = async (way: Way): Promise<void> => {
    if (!check.current || (await check.current())) payment.pay(way);
  };
  return (
    <Stack spacing={2}>
      <PaymentChoice
        price={price}
        contact={contact}
        payment={{ ...payment, pay: payChecked }}
        notice={notice}
        onCorrect={moves.back}
      >
        <FirstInvoice store={store} check={check} />
      </PaymentChoice>
      <Button variant="outlined" disabled={payment.busy !== undefined} onClick={() => navigate(paths.menu)}>
        キャンセル
      </Button>
      <Quotes onRefused={onRefused} />
    </Stack>
  );
}
