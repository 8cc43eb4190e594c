import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import { useState } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import type { Price } from "#shared/site/site-config.ts";
import { PaymentChoice } from "#web/components/payment/payment-choice.tsx";
import { usePayment } from "#web/components/payment/use-payment.ts";
import { Quotes } from "#web/components/quotes/quotes.tsx";
import { type NavigationState, readNavigationState } from "#web/routes/navigation-state.ts";
import { paths } from "#web/routes/paths.ts";
import { completeUpgrade, type StepProps } from "./draft.ts";

/** Step 2: what it costs, and how to pay. */
export function PaymentStep({ store: { draft }, moves, price, onRefused }: StepProps & { price: Price }) {
  const navigate = useNavigate();
  const [{ notice }] = useState(readNavigationState(useLocation().state));
  const { billingContact: contact } = draft;
  const payment = usePayment({
    contact,
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
  return (
    <Stack spacing={2}>
      <PaymentChoice
        price={price}
        contact={contact}
        payment={payment}
        notice={notice}
        onCorrect={moves.back}
      />
      <Button variant="outlined" disabled={payment.busy !== undefined} onClick={() => navigate(paths.menu)}>
        キャンセル
      </Button>
      <Quotes onRefused={onRefused} />
    </Stack>
  );
}
