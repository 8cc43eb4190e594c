import Typography from "@mui/material/Typography";
import type { Contract, PaymentMethod } from "#shared/contract.ts";
import { Fact, Facts } from "#web/components/facts.tsx";
import { TextLink } from "#web/components/text-link.tsx";
import { formatDay, formatMonth } from "#web/lib/format-day.ts";
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
    <Fact term="請求先ご担当者">
      {lines.map((line) => (
        <Typography key={line} component="span" sx={{ display: "block" }}>
          {line}
        </Typography>
      ))}
      {plan === "standard" && (
        <TextLink to={paths.update} state={{ tab: "billing" }}>
          請求先を変更
        </TextLink>
      )}
    </Fact>
  );
}

function Day({ term, at }: { term: string; at: string | null }) {
  return at === null ? null : <Fact term={term}>{formatDay(at)}</Fact>;
}

/** When it is charged next or ends, how it is paid, since when, and who gets the bill. */
export function ContractFacts({ contract }: { contract: Contract }) {
  const { status, startedAt, currentPeriodEnd, cancelAt, paymentMethod } = contract;
  const renews = cancelAt === null && status !== "suspended";
  return (
    <Facts least="16rem">
      {renews ? (
        <Day term="次回のご請求日" at={currentPeriodEnd} />
      ) : (
        <Day term="ご契約終了日" at={cancelAt} />
      )}
      {paymentMethod && <Fact term="お支払い方法">{paymentMethodText(paymentMethod)}</Fact>}
      <Day term="ご契約開始日" at={startedAt} />
      <BillingContact contract={contract} />
    </Facts>
  );
}
