import Chip, { type ChipProps } from "@mui/material/Chip";
import Paper from "@mui/material/Paper";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import type { Contract, ContractStatus, PaymentMethod } from "#shared/contract.ts";
import { invoiceStatusLabels, planLabels } from "#shared/labels.ts";
import { paths } from "#shared/site/paths.ts";
import { formatDay, formatLastDay, formatMonth } from "#web/lib/format-day.ts";
import { isCurrentLate, nextChargeText } from "#web/lib/payment-sentences.ts";
import { contractPriceText } from "#web/lib/price.ts";
import { veryNarrow } from "#web/theme/media.ts";
import { Fact, Facts } from "#web/ui/facts.tsx";
import { Sentence } from "#web/ui/sentence.tsx";
import { TextLink } from "#web/ui/text-link.tsx";
import { SummaryActions } from "./contract-actions.tsx";
import { stateSentence } from "./contract-sentences.ts";
import type { ContractChange } from "./use-contract-change.ts";

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
  if (type === "invoice") return "請求書払い（銀行振込）";
  if (last4 === undefined) return "クレジットカード";
  const until = expiry === undefined ? "" : `、有効期限 ${formatMonth(expiry)}`;
  return `${brands[brand] ?? "クレジットカード"}（末尾 ${last4}${until}）`;
}

/** The billing contact. Only standard customers can change it. */
function BillingContact({ contract: { billingContact, plan } }: { contract: Contract }) {
  const lines = Object.values(billingContact).filter((each) => each !== "");
  return (
    <Fact term="請求先ご担当者">
      {lines.map((line) => (
        <div key={line}>{line}</div>
      ))}
      {plan === "standard" && (
        <TextLink to={paths.update} state={{ tab: "billing" }} className="not-printed">
          請求先を変更する
        </TextLink>
      )}
    </Fact>
  );
}

function Day({ term, day }: { term: string; day: string | undefined }) {
  return day === undefined ? null : <Fact term={term}>{day}</Fact>;
}

/** The next charge or the end, the payment method, the start, and the billing contact. */
function ContractFacts({ contract }: { contract: Contract }) {
  const { startedAt, cancelAt, paymentMethod, nextCharge } = contract;
  return (
    <Facts minWidth="16rem">
      {nextCharge && <Fact term="次回のご請求">{nextChargeText(contract)}</Fact>}
      <Day term="ご契約終了日" day={formatLastDay(cancelAt)} />
      {paymentMethod && <Fact term="お支払い方法">{paymentMethodText(paymentMethod)}</Fact>}
      <Day term="ご契約開始日" day={formatDay(startedAt)} />
      <BillingContact contract={contract} />
    </Facts>
  );
}

const names: Readonly<Record<ContractStatus, { label: string; color: ChipProps["color"] }>> = {
  trial: { label: "利用中", color: "info" },
  provided: { label: "利用中", color: "success" },
  active: { label: "利用中", color: "success" },
  past_due: { label: invoiceStatusLabels.late, color: "warning" },
  cancel_scheduled: { label: "解約予定", color: "warning" },
  on_hold: { label: "停止中", color: "error" },
  ended: { label: "契約終了", color: "default" },
};

interface ContractSummaryProps {
  contract: Contract;
  contractChange: ContractChange;
}

/** The contract's plan, status, price, next step and actions. */
export function ContractSummary({ contract, contractChange }: ContractSummaryProps) {
  const { status, price, cancelAt } = contract;
  /** A late contract also shows its cancellation. */
  const shown =
    status === "past_due" && cancelAt !== null ? ([status, "cancel_scheduled"] as const) : [status];
  return (
    <Paper
      variant="outlined"
      component="section"
      aria-label="ご契約の状態"
      sx={{ p: { xs: 2, sm: 3 }, [veryNarrow]: { px: 0.75 } }}
    >
      <Stack spacing={2}>
        <Stack direction="row" spacing={1.5} useFlexGap>
          <Typography variant="h2">{planLabels[status === "trial" ? "trial" : "standard"]}</Typography>
          {shown.map((each) => (
            <Chip key={each} {...names[each]} />
          ))}
        </Stack>
        {price && <Typography variant="h3">{contractPriceText(price)}</Typography>}
        {/* The late payment alert above replaces this sentence. */}
        {!((status === "past_due" || status === "on_hold") && isCurrentLate(contract)) && (
          <Typography>
            <Sentence>{stateSentence(contract)}</Sentence>
          </Typography>
        )}
        {status !== "trial" && <ContractFacts contract={contract} />}
        <SummaryActions contract={contract} contractChange={contractChange} />
      </Stack>
    </Paper>
  );
}
