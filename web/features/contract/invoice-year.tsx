import DownloadIcon from "@mui/icons-material/DownloadOutlined";
import Button from "@mui/material/Button";
import Skeleton from "@mui/material/Skeleton";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { ContractInvoice } from "#shared/contract.ts";
import { invoices as endpoint } from "#shared/endpoints.ts";
import { Notice } from "#web/components/notice.tsx";
import { OutcomeSnackbar } from "#web/components/outcome-snackbar.tsx";
import { useKeptFocus } from "#web/forms/form.tsx";
import { callApi } from "#web/lib/api/api-client.ts";
import { failureSentence, reasonFor } from "#web/lib/api/failure.ts";
import { isUnderWay } from "#web/lib/api/query-client.ts";
import { saveFile } from "#web/lib/save-file.ts";
import { session } from "#web/lib/session.ts";
import { InvoiceTableOrCards } from "./invoice-table-or-cards.tsx";

const formats = {
  csv: { label: "CSVをダウンロード", type: "text/csv" },
  zip: { label: "PDFをまとめてダウンロード（ZIP）", type: "application/zip" },
} as const;
type Format = keyof typeof formats;
const formatNames = ["csv", "zip"] as const;

/** Loads the list of a year; `useFile` its files. */
function useYear(year: string) {
  const [loginId] = useState(() => session.read("loginId") ?? "");
  return useQuery({
    queryKey: ["invoices", loginId, year],
    queryFn: async (): Promise<readonly ContractInvoice[]> => {
      const { result } = await callApi(endpoint, { query: { year } });
      return "invoices" in result ? result.invoices : [];
    },
  });
}

const mutationKey = ["invoice-file"];

function useFile(year: string) {
  const { mutate, isPending, variables, error } = useMutation({
    mutationKey,
    mutationFn: async (format: Format) => {
      const { result } = await callApi(endpoint, { query: { year, format } });
      if ("file" in result) saveFile(result.fileName, result.file, formats[format].type);
    },
  });
  useKeptFocus(isPending);
  return {
    download: (format: Format): void => {
      if (!isUnderWay(mutationKey)) mutate(format);
    },
    pending: isPending ? variables : undefined,
    failure: failureSentence(error, "ダウンロードできませんでした。"),
  };
}

function Files({ year }: { year: string }) {
  const { download, pending, failure } = useFile(year);
  return (
    <Stack direction="row" spacing={1.5} useFlexGap>
      <OutcomeSnackbar>{failure}</OutcomeSnackbar>
      {formatNames.map((format) => (
        <Button
          key={format}
          variant="outlined"
          startIcon={<DownloadIcon />}
          loading={pending === format}
          disabled={pending !== undefined && pending !== format}
          onClick={() => download(format)}
        >
          {formats[format].label}
        </Button>
      ))}
    </Stack>
  );
}

/** The invoices of one year, and all of them as a file. */
export default function InvoiceYear({ year }: { year: string }) {
  const { data, error, isFetching, refetch } = useYear(year);
  if (!data && error)
    return (
      <>
        <Notice severity="error">
          {year}年の請求書を読み込めませんでした。{reasonFor(error)}
        </Notice>
        <Button variant="outlined" loading={isFetching} onClick={() => refetch()}>
          再試行
        </Button>
      </>
    );
  if (!data)
    return (
      <div role="status" aria-label={`${year}年の請求書を読み込んでいます`}>
        <Skeleton variant="rounded" height="10rem" />
      </div>
    );
  if (data.length === 0) return <Typography>{year}年に発行された請求書はありません。</Typography>;
  return (
    <>
      <Files year={year} />
      <InvoiceTableOrCards invoices={data} />
    </>
  );
}
