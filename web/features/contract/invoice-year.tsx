import DownloadIcon from "@mui/icons-material/DownloadOutlined";
import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import { useQuery } from "@tanstack/react-query";
import type { ContractInvoice } from "#shared/contract.ts";
import { invoices as endpoint } from "#shared/endpoints.ts";
import { useFileDownload } from "#web/components/use-file-download.ts";
import { callApi } from "#web/lib/api/api-client.ts";
import { useLoginId } from "#web/lib/session/use-login-id.ts";
import { OutcomeSnackbar } from "#web/ui/outcome-snackbar.tsx";
import { loadInvoiceFile } from "./invoice-links.tsx";

const formats = {
  csv: { label: "CSVをダウンロード", type: "text/csv" },
  zip: { label: "PDFをまとめてダウンロード（ZIP）", type: "application/zip" },
} as const;
type Format = keyof typeof formats;
const formatNames = ["csv", "zip"] as const;

/** Returns the query of the invoices of a year. */
export function useInvoiceYear(year: string, enabled: boolean) {
  const loginId = useLoginId();
  return useQuery({
    enabled,
    queryKey: ["invoices", loginId, year],
    refetchOnWindowFocus: "always",
    queryFn: async (): Promise<readonly ContractInvoice[]> => {
      const { result } = await callApi(endpoint, { query: { year } });
      return "invoices" in result ? result.invoices : [];
    },
  });
}

/** Buttons that download the invoices of a year. */
export function InvoiceFiles({ year }: { year: string }) {
  const { buttonProps, failure } = useFileDownload(
    (format: Format) => loadInvoiceFile({ year, format }, formats[format].type),
    "請求書をダウンロードできませんでした。",
  );
  return (
    <Stack direction="row" spacing={1.5} useFlexGap>
      <OutcomeSnackbar>{failure}</OutcomeSnackbar>
      {formatNames.map((format) => (
        <Button key={format} variant="text" startIcon={<DownloadIcon />} {...buttonProps(format)}>
          <span>{formats[format].label}</span>
        </Button>
      ))}
    </Stack>
  );
}
