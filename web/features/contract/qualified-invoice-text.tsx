import Typography from "@mui/material/Typography";
import { useQuery } from "@tanstack/react-query";
import { loadSiteConfig } from "#web/lib/site-config.ts";

const registrationQuery = {
  queryKey: ["registration-number"],
  queryFn: async () => (await loadSiteConfig()).registrationNumber ?? null,
  staleTime: Number.POSITIVE_INFINITY,
};

/** What a customer's accounting asks about our invoices. Left out where the seller is not registered. */
export function QualifiedInvoiceText() {
  const { data: number } = useQuery(registrationQuery);
  if (!number) return null;
  return (
    <Typography variant="body2" color="textSecondary">
      PDFは、インボイス制度の適格請求書としてお使いいただけます（登録番号：{number}）。
    </Typography>
  );
}
