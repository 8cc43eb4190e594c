import Chip, { type ChipProps } from "@mui/material/Chip";
import Paper from "@mui/material/Paper";
import Skeleton from "@mui/material/Skeleton";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { Contract } from "#shared/contract.ts";
import type { UserRecord } from "#shared/customer/customer.ts";
import { planLabels } from "#shared/labels.ts";
import { paths } from "#shared/site/paths.ts";
import { formatDay, formatLastDay } from "#web/lib/format-day.ts";
import { useSetting } from "#web/lib/net/use-setting.ts";
import { cardExpirySentence, nextChargeText, paymentHealth, sumText } from "#web/lib/payment-sentences.ts";
import { amountText } from "#web/lib/price.ts";
import { latestVersionQuery } from "#web/lib/queries/downloads.ts";
import { useContract } from "#web/lib/queries/use-contract.ts";
import { Fact, Facts } from "#web/ui/facts.tsx";
import { Sentence } from "#web/ui/sentence.tsx";
import { TextLink } from "#web/ui/text-link.tsx";

const plans: Readonly<Record<string, { name: string; color: ChipProps["color"] }>> = {
  trial: { name: planLabels.trial, color: "info" },
  standard: { name: planLabels.standard, color: "success" },
  suspended: { name: `${planLabels.standard}（停止中）`, color: "error" },
};
const ended = { name: `${planLabels.standard}（契約終了）`, color: "default" } as const;

/** A value: a skeleton of one line while it is pending, a dash if it is not available. */
function Value({ pending, children }: { pending: boolean; children?: string | null | undefined }) {
  return pending ? <Skeleton width="8rem" /> : <Sentence>{children ?? "―"}</Sentence>;
}

function LatestVersion() {
  const { data, isPending } = useQuery(latestVersionQuery);
  return <Value pending={isPending}>{data && `${data.version}（${formatDay(data.publishedAt)}公開）`}</Value>;
}

/** Returns the customer's to-dos, each with a link. */
function toDosOf({ ApplicationId, Plan }: UserRecord, contract: Contract | undefined): ReactNode[] {
  const items: ReactNode[] = [];
  const end = contract?.actions.includes("resume") && formatLastDay(contract.cancelAt);
  if (end)
    items.push(
      <span>
        <Sentence>{`${end}にご契約が終了します。それまでは、`}</Sentence>
        <TextLink to={paths.contract}>ご契約とお支払い</TextLink>から解約を取り消せます。
      </span>,
    );
  const cardExpiry = contract && cardExpirySentence(contract);
  if (cardExpiry !== undefined)
    items.push(
      <span>
        <Sentence>{cardExpiry}</Sentence>
        <TextLink to={paths.contract}>ご契約とお支払い</TextLink>からカード情報を変更してください。
      </span>,
    );
  if (Plan === "standard" && ApplicationId === "")
    items.push(
      <span>
        Vonageの接続情報が登録されていません。
        <TextLink to={paths.update} state={{ tab: "voice" }}>
          ご登録情報の変更
        </TextLink>
        からご登録ください。
      </span>,
    );
  return items;
}

function ToDo({ profile, contract }: { profile: UserRecord; contract: Contract | undefined }) {
  const items = toDosOf(profile, contract);
  if (items.length === 0) return null;
  return (
    <Stack component="ul" spacing={0.5} aria-label="お手続きのご案内">
      {items.map((item, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: to-dos have no ids
        <Typography key={index} component="li">
          {item}
        </Typography>
      ))}
    </Stack>
  );
}

/** The top of the menu: company, plan, next charge, and to-dos. */
export function HomeBand({ profile }: { profile: UserRecord }) {
  const isTrial = profile.Plan === "trial";
  const { contract, isPending } = useContract({ enabled: !isTrial });
  const trial = useSetting("trialPeriod");
  const sum = contract && sumText(contract);
  const plan = contract?.status === "ended" ? ended : plans[profile.Plan];
  return (
    <Paper variant="card" component="section" aria-label="ご利用状況">
      <Stack spacing={2}>
        <Stack direction="row" spacing={1.5} useFlexGap>
          <Typography variant="h2">{profile.CorporateName}</Typography>
          {plan && <Chip label={plan.name} color={plan.color ?? "default"} />}
        </Stack>
        <Facts>
          {profile.Plan === "standard" && contract?.status !== "provided" && (
            <Fact term="料金">
              <Value pending={isPending}>{contract?.price && amountText(contract.price)}</Value>
            </Fact>
          )}
          {isTrial && (trial.isPending || trial.data) && (
            <Fact term="試用期間">
              <Value pending={trial.isPending}>{trial.data}</Value>
            </Fact>
          )}
          {!isTrial && (
            <>
              <Fact term="次回のご請求">
                <Value pending={isPending}>{contract && nextChargeText(contract)}</Value>
              </Fact>
              <Fact term="お支払い状況">
                <Value pending={isPending}>{contract && paymentHealth(contract)}</Value>
              </Fact>
            </>
          )}
          {sum !== undefined && <Fact term="次回までのお支払い合計">{sum}</Fact>}
          <Fact term="プラグインの最新バージョン">
            <LatestVersion />
          </Fact>
        </Facts>
        <ToDo profile={profile} contract={contract} />
      </Stack>
    </Paper>
  );
}
