import Paper from "@mui/material/Paper";
import Typography from "@mui/material/Typography";
import type { priceTexts } from "#web/lib/price.ts";
import { CompanyLink } from "#web/ui/company-link.tsx";
import { Sentence } from "#web/ui/sentence.tsx";

/** The price and the terms of the contract, before the customer enters anything. */
export function PriceBox({ amount, tax, every, quote }: ReturnType<typeof priceTexts>) {
  return (
    <Paper variant="quiet">
      <Typography sx={{ fontSize: "min(1rem, 7.5vw)" }}>スタンダードプラン</Typography>
      <Typography variant="h2" component="strong">
        {amount}
      </Typography>
      <Typography variant="body2" color="textSecondary">
        {tax}
      </Typography>
      {quote !== undefined && (
        <Typography variant="body2">
          <Sentence>{quote}</Sentence>
        </Typography>
      )}
      <Typography variant="body2">
        <span>{`ご契約は${every}自動で更新されます。`}</span>解約やご契約の条件は、
        <CompanyLink page="commercialTransactionsUrl">特定商取引法に基づく表記</CompanyLink>と
        <CompanyLink page="termsUrl">利用規約</CompanyLink>をご確認ください。
      </Typography>
    </Paper>
  );
}
