import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useQuery } from "@tanstack/react-query";
import { limits } from "#shared/limits.ts";
import { priceQuery } from "#web/lib/price.ts";
import { useCustomerQuery } from "#web/lib/use-customer.ts";
import { Spinner } from "../spinner.tsx";
import { QuoteForm } from "./quote-form.tsx";
import { QuoteList } from "./quote-list.tsx";

/** Quotes for the standard plan: a form for the next one, and those that were made. */
export default function QuotesPanel({ onRefused }: { onRefused: () => void }) {
  const { data: customer, error } = useCustomerQuery(false);
  const { data: price, isPending } = useQuery(priceQuery);
  // Without the record, the company is typed.
  if ((!customer && !error) || isPending) return <Spinner />;
  return (
    <Stack spacing={3}>
      <Typography>
        {`スタンダードプランの見積書（PDF）を作成できます。発行日から${limits.quoteValidDays}日間有効です。`}
      </Typography>
      <QuoteForm
        addressee={customer?.CorporateName ?? ""}
        isYearly={price?.interval === "year"}
        onRefused={onRefused}
      />
      <QuoteList />
    </Stack>
  );
}
