import DownloadIcon from "@mui/icons-material/DownloadOutlined";
import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { ContractInvoice } from "#shared/contract.ts";
import { invoices as endpoint } from "#shared/endpoints.ts";
import { LoadedSection } from "#web/components/loaded-section.tsx";
import { OutcomeSnackbar } from "#web/components/outcome-snackbar.tsx";
import { useFileDownload } from "#web/components/use-file-download.ts";
import { callApi } from "#web/lib/api/api-client.ts";
import { session } from "#web/lib/session/session.ts";
import { loadInvoiceFile } from "./invoice-links.tsx";
import { InvoiceTableOrCards } from "./invoice-table-or-cards.tsx";

const formats = {
  csv: { label: "CSVをダウンロード", type: "text/csv" },
  zip: { label: "PDFをまとめてダウンロード（ZIP）", type: "application/zip" },
} as const;
type Format = keyof typeof formats;
const formatNames = ["csv", "zip"] as const;

function useYear(year: string, enabled: boolean) {
  const [loginId] = useState(() => session.read("loginId") ?? "");
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

function Files({ year }: { year: string }) {
  const { buttonProps, failure } = useFileDownload(
    (format: Format) => loadInvoiceFile({ year, format }, formats[format].type),
    "請求書をダウンロードできませんでした。",
  );
  return (
    <Stack direction="row" spacing={1.5} useFlexGap>
      <OutcomeSnackbar>{failure}</OutcomeSnackbar>
      {formatNames.map((format) => (
        <Button key={format} variant="outlined" startIcon={<DownloadIcon />} {...buttonProps(format)}>
          <span>{formats[format].label}</span>
        </Button>
      ))}
    </Stack>
  );
}

interface InvoiceYearProps {
  year: string;
  /** Its invoices, where all of the customer's were loaded; they are asked for otherwise. */
  loaded: readonly ContractInvoice[] | undefined;
}

/** The invoices of one year, and all of them as a file. */
export function InvoiceYear({ year, loaded }: InvoiceYearProps) {
  const { data, error, refetch } = useYear(year, loaded === undefined);
  return (
    <LoadedSection
      query={loaded ? { data: loaded, error: null, refetch } : { data, error, refetch }}
      name={`${year}年の請求書`}
      empty={`${year}年に発行された請求書はありません。`}
    >
      {(invoices) => (
        <>
          <Files year={year} />
          {invoices.some(({ hasReceipt }) => hasReceipt) && (
            <Typography variant="body2" color="textSecondary">
              ZIPには、この年に発行された請求書と、その領収書が入ります。
            </Typography>
          )}
          <InvoiceTableOrCards invoices={invoices} />
        </>
      )}
    </LoadedSection>
  );
}
