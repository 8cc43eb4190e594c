import FormControl from "@mui/material/FormControl";
import FormLabel from "@mui/material/FormLabel";
import NativeSelect from "@mui/material/NativeSelect";
import OutlinedInput from "@mui/material/OutlinedInput";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useId, useState } from "react";
import type { Contract, ContractInvoice } from "#shared/contract.ts";
import { LoadFailure, NextPageButton } from "#web/components/loaded-section.tsx";
import { Spinner } from "#web/components/spinner.tsx";
import { loadScreen } from "#web/lib/load-screen.ts";
import { loadSiteConfig } from "#web/lib/site-config.ts";
import { InvoiceTableOrCards } from "./invoice-table-or-cards.tsx";

const allYears = "";

interface LoadedInvoices {
  invoicePages: readonly Contract[];
  hasNextPage: boolean;
}

/** The year in Japan. */
const yearOf = ({ issuedAt }: ContractInvoice): number =>
  Number(
    new Intl.DateTimeFormat("en", { year: "numeric", timeZone: "Asia/Tokyo" }).format(new Date(issuedAt)),
  );

/** Of the invoices that were loaded, and the year before where there are more; newest first. */
function yearsOf({ invoicePages, hasNextPage }: LoadedInvoices): number[] {
  const years = invoicePages.flatMap(({ invoices }) => invoices ?? []).map(yearOf);
  const [newest, oldest] = [Math.max(...years), Math.min(...years) - (hasNextPage ? 1 : 0)];
  return years.length === 0 ? [] : Array.from({ length: newest - oldest + 1 }, (_, index) => newest - index);
}

interface YearChoiceProps {
  years: readonly number[];
  year: string;
  onChoose: (year: string) => void;
}

function YearChoice({ years, year, onChoose }: YearChoiceProps) {
  const id = useId();
  return (
    <FormControl sx={{ maxWidth: "14rem" }}>
      <FormLabel htmlFor={id} sx={{ mb: 0.5 }}>
        発行年
      </FormLabel>
      <NativeSelect
        id={id}
        input={<OutlinedInput />}
        value={year}
        onChange={({ target }) => onChoose(target.value)}
      >
        <option value={allYears}>すべて</option>
        {years.map((each) => (
          <option key={each} value={each}>
            {each}年
          </option>
        ))}
      </NativeSelect>
    </FormControl>
  );
}

/** Wanted once a year, by accounting. */
const InvoiceYear = lazy(() => loadScreen(() => import("./invoice-year.tsx")));

const registrationQuery = {
  queryKey: ["registration-number"],
  queryFn: async () => (await loadSiteConfig()).registrationNumber ?? null,
  staleTime: Number.POSITIVE_INFINITY,
};

/** The seller's registration number for accounting. Left out where the seller is not registered. */
export function QualifiedInvoiceText() {
  const { data: number } = useQuery(registrationQuery);
  if (!number) return null;
  return (
    <Typography variant="body2" color="textSecondary">
      PDFは、インボイス制度の適格請求書としてお使いいただけます（登録番号：{number}）。
    </Typography>
  );
}

interface InvoiceListProps {
  invoicePages: readonly Contract[];
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  fetchNextPage: () => unknown;
  onRetry: () => void;
}

const NotAvailable = ({ onRetry }: { onRetry: () => void }) => (
  <LoadFailure severity="warning" onRetry={onRetry}>
    決済サービス（Stripe）に接続できないため、請求書を表示できません。ご契約内容は、当サイトに登録されている情報です。
  </LoadFailure>
);

function Invoices({ invoicePages, hasNextPage, isFetchingNextPage, ...props }: InvoiceListProps) {
  const invoices = invoicePages.flatMap((page) => page.invoices ?? []);
  const isMissing = invoicePages.some((page) => page.invoices === null);
  if (invoices.length === 0)
    return isMissing ? (
      <NotAvailable onRetry={props.onRetry} />
    ) : (
      <Typography>発行された請求書はまだありません。</Typography>
    );
  return (
    <>
      <InvoiceTableOrCards invoices={invoices} />
      {isMissing && <NotAvailable onRetry={props.onRetry} />}
      <NextPageButton isShown={hasNextPage} isLoading={isFetchingNextPage} onLoad={props.fetchNextPage}>
        以前の請求書を表示
      </NextPageButton>
    </>
  );
}

/** Every invoice with what can be done about it: a table, or cards on a phone. A year of them can be downloaded. */
export function InvoiceList(props: InvoiceListProps) {
  const [year, setYear] = useState(allYears);
  const years = yearsOf(props);
  return (
    <Stack component="section" spacing={1.5} aria-labelledby="invoices">
      <Typography variant="h2" id="invoices">
        請求書と領収書
      </Typography>
      <QualifiedInvoiceText />
      {years.length > 0 && <YearChoice years={years} year={year} onChoose={setYear} />}
      {year === allYears ? (
        <Invoices {...props} />
      ) : (
        <Suspense fallback={<Spinner />}>
          <InvoiceYear key={year} year={year} />
        </Suspense>
      )}
    </Stack>
  );
}
