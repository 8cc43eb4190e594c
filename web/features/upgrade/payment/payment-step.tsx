import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import { useEffect, useState } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import type { Price } from "../../../../shared/site-config.ts";
import { Notice } from "../../../components/notice.tsx";
import { priceTexts } from "../../../lib/price-text.ts";
import { loadStripeScript } from "../../../lib/third-party/stripe.ts";
import { readNavigationState } from "../../../routes/navigation-state.ts";
import { paths } from "../../../routes/paths.ts";
import type { StepProps } from "../step-props.ts";
import { InvoiceOption } from "./invoice-option.tsx";
import { PaymentOption } from "./payment-option.tsx";
import { PriceBox } from "./price-box.tsx";
import { usePayment } from "./use-payment.ts";

/** Step 2: what it costs, and how to pay. */
export function PaymentStep({ store: { draft }, moves, price, onRefused }: StepProps & { price: Price }) {
  const navigate = useNavigate();
  const [{ notice }] = useState(readNavigationState(useLocation().state));
  const { busy, failure = notice, pay } = usePayment(draft, onRefused);
  const texts = priceTexts(price);
  useEffect(() => void loadStripeScript(), []);
  return (
    <Stack spacing={2}>
      {failure !== undefined && <Notice severity="error">{failure}</Notice>}
      <PriceBox {...texts} />
      <PaymentOption
        title="クレジットカード"
        then={[
          "決済サービス（Stripe）の画面に移動し、カード情報をご入力いただきます。",
          "お支払いが完了すると、この画面に戻り、スタンダードプランに切り替わります。",
          `以後は${texts.every}、ご登録のカードに自動で請求されます。`,
        ]}
      >
        <Button loading={busy === "card"} disabled={busy === "invoice"} onClick={() => void pay("card")}>
          クレジットカードで支払う
        </Button>
      </PaymentOption>
      <InvoiceOption
        contact={draft.billingContact}
        every={texts.every}
        applying={busy === "invoice"}
        disabled={busy === "card"}
        onApply={() => void pay("invoice")}
        onCorrect={moves.back}
      />
      <Button variant="outlined" disabled={busy !== undefined} onClick={() => navigate(paths.menu)}>
        キャンセル
      </Button>
    </Stack>
  );
}
