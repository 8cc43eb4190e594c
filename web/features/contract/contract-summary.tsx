import Chip, { type ChipProps } from "@mui/material/Chip";
import Paper from "@mui/material/Paper";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import type { Contract, ContractStatus, PaymentMethod } from "#shared/contract.ts";
import { paths } from "#shared/site/paths.ts";
import { Fact, Facts } from "#web/components/facts.tsx";
import { Sentence } from "#web/components/sentence.tsx";
import { TextLink } from "#web/components/text-link.tsx";
import { latePayments, nextChargeAt } from "#web/lib/contract.ts";
import { formatDay, formatMonth } from "#web/lib/format-day.ts";
import { contractPriceText } from "#web/lib/price.ts";
import { SummaryActions } from "./contract-actions.tsx";
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
function ContractFacts({ contract }: { contract: Contract }) {
  const { startedAt, cancelAt, paymentMethod } = contract;
  return (
    <Facts least="16rem">
      <Day term="次回のご請求日" at={nextChargeAt(contract)} />
      <Day term="ご契約終了日" at={cancelAt} />
      {paymentMethod && <Fact term="お支払い方法">{paymentMethodText(paymentMethod)}</Fact>}
      <Day term="ご契約開始日" at={startedAt} />
      <BillingContact contract={contract} />
    </Facts>
  );
}

const names: Readonly<Record<ContractStatus, { label: string; color: ChipProps["color"] }>> = {
  trial: { label: "トライアル中", color: "info" },
  active: { label: "利用中", color: "success" },
  past_due: { label: "お支払い確認待ち", color: "warning" },
  cancel_scheduled: { label: "解約予約済み", color: "warning" },
  suspended: { label: "停止中", color: "error" },
};

/** Says what the state of the contract means, and what the customer has to do. */
function nextStep(contract: Contract): string {
  const { status, cancelAt, owed } = contract;
  const end = formatDay(cancelAt);
  const due = formatDay(owed.find(({ state }) => state === "due")?.dueAt);
  switch (status) {
    case "trial":
      return "スタンダードプランにアップグレードすると、ご契約の内容と請求書をここで確認できます。";
    case "active":
      return due === undefined
        ? "ご契約は自動で更新されます。お手続きの必要はありません。"
        : `お支払い待ちの請求書があります。${due}までにお支払いください。`;
    case "past_due":
      return `スタンダードプランは引き続きご利用いただけます。お支払いを確認しだい、この表示は消えます。${end === undefined ? "" : `ご契約は${end}に終了します。`}`;
    case "cancel_scheduled":
      return `${end ?? ""}までスタンダードプランをご利用いただけます。以後は更新されず、ご請求もありません。`;
    case "suspended":
      return `スタンダードプランの機能はご利用いただけません。${end === undefined ? "" : `ご契約は${end}に終了しました。`}`;
  }
}

interface ContractSummaryProps {
  contract: Contract;
  contractChange: ContractChange;
}

/** The contract at a glance: what was bought, for how much, what comes next, and what can be done about it. */
export function ContractSummary({ contract, contractChange }: ContractSummaryProps) {
  const { status, price } = contract;
  const { label, color } = names[status];
  return (
    <Paper variant="outlined" component="section" aria-label="ご契約の状態" sx={{ p: { xs: 2, sm: 3 } }}>
      <Stack spacing={2}>
        <Stack direction="row" spacing={1.5} useFlexGap>
          <Typography variant="h2">
            {status === "trial" ? "トライアルプラン" : "スタンダードプラン"}
          </Typography>
          <Chip size="small" label={label} color={color ?? "default"} />
        </Stack>
        {price && <Typography variant="h3">{contractPriceText(price)}</Typography>}
        {/* The notice above says what to do, and no two notices say the same. */}
        {!(status === "past_due" && latePayments(contract).length > 0) && (
          <Typography>
            <Sentence>{nextStep(contract)}</Sentence>
          </Typography>
        )}
        {status !== "trial" && <ContractFacts contract={contract} />}
        <SummaryActions contract={contract} contractChange={contractChange} />
      </Stack>
    </Paper>
  );
}
