import Button from "@mui/material/Button";
import RadioGroup from "@mui/material/RadioGroup";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { type ReactNode, useEffect, useState } from "react";
import type { BillingFields } from "#shared/customer/billing-contact.ts";
import { namesIn } from "#shared/customer/customer-field-views.ts";
import { formatYen } from "#shared/format-yen.ts";
import { labels } from "#shared/labels.ts";
import type { Price } from "#shared/site/site-config.ts";
import { useSetting } from "#web/lib/net/use-setting.ts";
import { priceTexts } from "#web/lib/price.ts";
import { usePriceToPay } from "#web/lib/queries/quotes.ts";
import { loadStripeScript } from "#web/lib/third-party.ts";
import { Fact, Facts } from "#web/ui/facts.tsx";
import { OutcomeSnackbar } from "#web/ui/outcome-snackbar.tsx";
import { PaymentTile } from "./payment-tile.tsx";
import { PriceBox } from "./price-box.tsx";
import type { PaymentType, usePayment } from "./use-payment.ts";

interface InvoiceRecipientProps {
  contact: BillingFields;
  disabled: boolean;
  onCorrect: () => void;
}

/** The recipient of the invoices, for a check before the contract starts. */
function InvoiceRecipient({ contact, disabled, onCorrect }: InvoiceRecipientProps) {
  return (
    <>
      <Typography>以下の宛先に請求書をお送りします。</Typography>
      <Facts>
        {namesIn("billingContact")
          .filter((name) => contact[name])
          .map((name) => (
            <Fact key={name} term={labels[name]}>
              {contact[name]}
            </Fact>
          ))}
      </Facts>
      <Button variant="outlined" size="small" disabled={disabled} onClick={onCorrect}>
        請求先を変更する
      </Button>
    </>
  );
}

interface PaymentChoiceProps {
  price: Price;
  contact: BillingFields;
  payment: ReturnType<typeof usePayment>;
  /** The choice before a reload. */
  initialType?: PaymentType | undefined;
  onType: (type: PaymentType) => void;
  /** A payment is late, so only a card is accepted. */
  isByCardOnly?: boolean;
  /** A message that is shown while there is no failure. */
  message?: string | undefined;
  /** Leads to the billing contact's fields. */
  onCorrect: () => void;
  /** Elements beside the button. */
  otherActions?: ReactNode;
  /** Elements above the button. */
  children?: ReactNode;
}

/** The price of the standard plan, the choice between card and invoice, and one button. */
export function PaymentChoice(props: PaymentChoiceProps) {
  const { price, contact, payment, isByCardOnly = false, message, onCorrect, otherActions, children } = props;
  const { initialType = "card", onType } = props;
  const { busy, failure = message, pay } = payment;
  const [type, setType] = useState<PaymentType>(isByCardOnly ? "card" : initialType);
  const priceToPay = usePriceToPay(price);
  const texts = priceTexts(priceToPay);
  const { data: days } = useSetting("invoiceDaysUntilDue");
  const disabled = busy !== undefined;
  useEffect(() => void loadStripeScript(), []);
  return (
    <Stack spacing={2}>
      <OutcomeSnackbar>{failure}</OutcomeSnackbar>
      <PriceBox {...texts} />
      <RadioGroup
        aria-label="お支払い方法"
        value={type}
        onChange={(_, chosen) => {
          const next = chosen === "invoice" ? "invoice" : "card";
          setType(next);
          onType(next);
        }}
      >
        <Stack spacing={1.5}>
          <PaymentTile
            type="card"
            title="クレジットカード"
            disabled={disabled}
            then={[
              "決済サービス（Stripe）の画面に移動し、カード情報をご入力いただきます。",
              "お支払いが完了すると、この画面に戻り、スタンダードプランをご利用いただけます。",
              `以後は${texts.every}、ご登録のカードに自動で請求されます。`,
            ]}
          />
          <PaymentTile
            type="invoice"
            title="請求書払い"
            disabled={disabled || isByCardOnly}
            then={
              isByCardOnly
                ? []
                : [
                    "お申し込みを確定すると、すぐにスタンダードプランをご利用いただけます。",
                    `請求書を${texts.every}、請求先のメールアドレスにお送りします。`,
                    `${days === undefined ? "請求書に記載のお支払い期限まで" : `請求書の発行日から${days}日以内`}に、銀行振込でお支払いください（振込手数料はお客様のご負担となります）。`,
                  ]
            }
          >
            {isByCardOnly && (
              <Typography variant="body2" color="textSecondary">
                お支払いを確認できていない請求書があるため、お選びいただけません。
              </Typography>
            )}
            {type === "invoice" && (
              <InvoiceRecipient contact={contact} disabled={disabled} onCorrect={onCorrect} />
            )}
          </PaymentTile>
        </Stack>
      </RadioGroup>
      {children}
      <Stack direction="row" spacing={1.5} useFlexGap>
        <Button loading={disabled} onClick={() => pay({ type, shownYen: priceToPay.amountYen })}>
          <span>
            {type === "card" ? `${formatYen(priceToPay.amountYen)}を支払う` : "請求書払いで申し込む"}
          </span>
        </Button>
        {otherActions}
      </Stack>
    </Stack>
  );
}
