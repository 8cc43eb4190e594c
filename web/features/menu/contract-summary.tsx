import Chip from "@mui/material/Chip";
import Skeleton from "@mui/material/Skeleton";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useQuery } from "@tanstack/react-query";
import type { UserRecord } from "#shared/customer/customer.ts";
import { priceQuery } from "#web/lib/price.ts";
import { priceTexts } from "#web/lib/price-text.ts";

const planNames: Readonly<Record<string, string>> = {
  trial: "トライアルプラン",
  standard: "スタンダードプラン",
  suspended: "スタンダードプラン（停止中）",
};

/** Left out when it cannot be had: the menu works without it. */
function PlanPrice() {
  const { data, isPending } = useQuery(priceQuery);
  if (isPending) return <Skeleton width="12rem" />;
  return data && <Typography color="textSecondary">{priceTexts(data).amount}</Typography>;
}

/** Whose menu this is, and what they use. */
export function ContractSummary({ customer }: { customer: UserRecord }) {
  const planName = planNames[customer.Plan];
  return (
    <Stack direction="row" spacing={1.5} useFlexGap>
      <Typography variant="h3" component="p">
        {customer.CorporateName}
      </Typography>
      {planName !== undefined && <Chip label={planName} color="primary" />}
      {customer.Plan === "standard" && <PlanPrice />}
    </Stack>
  );
}
