import Typography from "@mui/material/Typography";
import type { Contract, PaymentMethod } from "#shared/contract.ts";
import { Description, DescriptionList } from "#web/components/description-list.tsx";
import { TextLink } from "#web/components/text-link.tsx";
import { formatDay, formatMonth } from "#web/lib/format-day.ts";
import { contractPriceText } from "#web/lib/price-text.ts";
import { paths } from "#web/routes/paths.ts";

const brands: Readonly<Record<string, string>> = {
  amex: "American Express",
  diners: "Diners Club",
  discover: "Discover",
  jcb: "JCB",
  mastercard: "Mastercard",
  unionpay: "UnionPay",
  visa: "Visa",
};

function paymentMethodText({ type, brand = "", last4, expiry }: PaymentMethod): string {
  if (type === "invoice") return "請求書（銀行振込）";
  if (last4 === undefined) return "クレジットカード";
  const until = expiry === undefined ? "" : `、有効期限 ${formatMonth(expiry)}`;
  return `${brands[brand] ?? "クレジットカード"}（末尾 ${last4}${until}）`;
}

/** Only the standard plan edits it. */
function BillingContact({ contract: { billingContact, plan } }: { contract: Contract }) {
  const lines = Object.values(billingContact).filter((each) => each !== "");
  return (
    <Description term="請求先ご担当者">
      {lines.map((line) => (
        <Typography key={line}>{line}</Typography>
      ))}
      {plan === "standard" && (
        <TextLink to={paths.update} state={{ tab: "billing" }}>
          請求先を変更
        </TextLink>
      )}
    </Description>
  );
}

function Day({ term, at }: { term: string; at: string | null }) {
  return at === null ? null : <Description term={term}>{formatDay(at)}</Description>;
}

/** What was bought, for how much, and how it is paid. A trial has bought nothing yet. */
export function ContractDetails({ contract }: { contract: Contract }) {
  const { status, price, startedAt, currentPeriodEnd, cancelAt, paymentMethod } = contract;
  if (status === "trial") return null;
  const renews = cancelAt === null && status !== "suspended";
  return (
    <section aria-labelledby="contract-details">
      <Typography variant="h2" id="contract-details" gutterBottom>
        ご契約内容
      </Typography>
      <DescriptionList>
        <Description term="プラン">スタンダードプラン</Description>
        {price && <Description term="料金">{contractPriceText(price)}</Description>}
        <Day term="ご契約開始日" at={startedAt} />
        {renews ? (
          <Day term="次回のご請求日" at={currentPeriodEnd} />
        ) : (
          <Day term="ご契約終了日" at={cancelAt} />
        )}
        {paymentMethod && <Description term="お支払い方法">{paymentMethodText(paymentMethod)}</Description>}
        <BillingContact contract={contract} />
      </DescriptionList>
    </section>
  );
}
