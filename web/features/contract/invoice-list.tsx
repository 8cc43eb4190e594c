import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useState } from "react";
import type { ContractInvoice } from "#shared/contract.ts";
import { LoadedSection, LoadFailure, NextPageButton } from "#web/components/loaded-section.tsx";
import { useSetting } from "#web/lib/net/use-setting.ts";
import type { ContractQuery } from "#web/lib/queries/use-contract.ts";
import { Section } from "#web/ui/section.tsx";
import { InvoiceTableOrCards } from "./invoice-table-or-cards.tsx";
import { InvoiceFiles, useInvoiceYear } from "./invoice-year.tsx";
import { PlainSelect } from "./plain-select.tsx";

const allYears = "";

/** Returns the year in Japan. */
const yearOf = ({ issuedAt }: ContractInvoice): number =>
  Number(
    new Intl.DateTimeFormat("en", { year: "numeric", timeZone: "Asia/Tokyo" }).format(new Date(issuedAt)),
  );

/** Returns the years of the loaded invoices, and the year before if there are more pages; newest first. */
function yearsOf({ invoicePages, hasNextPage }: ContractQuery): number[] {
  const years = invoicePages.flatMap(({ invoices }) => invoices ?? []).map(yearOf);
  const [newest, oldest] = [Math.max(...years), Math.min(...years) - (hasNextPage ? 1 : 0)];
  return years.length === 0 ? [] : Array.from({ length: newest - oldest + 1 }, (_, index) => newest - index);
}

/** Returns the invoices of a year; `undefined` unless all pages are loaded. */
function loadedOf(year: string, { invoicePages, hasNextPage }: ContractQuery): ContractInvoice[] | undefined {
  if (hasNextPage || invoicePages.some(({ invoices }) => invoices === null)) return undefined;
  return invoicePages
    .flatMap(({ invoices }) => invoices ?? [])
    .filter((invoice) => `${yearOf(invoice)}` === year);
}

/** The seller's registration number for accounting. Renders nothing if the seller has none. */
function QualifiedInvoiceText() {
  const { data: number } = useSetting("registrationNumber");
  if (!number) return null;
  return (
    <Typography variant="body2" color="textSecondary">
      {`請求書のPDFは、インボイス制度の適格請求書としてお使いいただけます（登録番号：${number}）。`}
    </Typography>
  );
}

function Invoices({ query }: { query: ContractQuery }) {
  const { invoicePages, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = query;
  const invoices = invoicePages.flatMap((page) => page.invoices ?? []);
  const isMissing = invoicePages.some((page) => page.invoices === null);
  return (
    <>
      {invoices.length > 0 && <InvoiceTableOrCards invoices={invoices} />}
      {invoices.length === 0 && !isMissing && <Typography>発行された請求書はまだありません。</Typography>}
      {isMissing && (
        <LoadFailure severity="warning" onRetry={() => void refetch()}>
          決済サービス（Stripe）に接続できないため、請求書を表示できません。ご契約内容は、カスタマーポータルに登録されている情報です。
        </LoadFailure>
      )}
      {invoices.length > 0 && (
        <NextPageButton
          isShown={hasNextPage}
          isLoading={isFetchingNextPage}
          onLoad={() => void fetchNextPage()}
        >
          以前の請求書を表示
        </NextPageButton>
      )}
    </>
  );
}

/**
 * The invoices with their links, as a table, or as cards on a narrow screen. Shows the newest year first,
 * which accounting downloads.
 */
export function InvoiceList({ query }: { query: ContractQuery }) {
  const years = yearsOf(query);
  const [chosen, setChosen] = useState<string>();
  const year = chosen ?? `${years[0] ?? allYears}`;
  const loaded = year === allYears ? undefined : loadedOf(year, query);
  const yearQuery = useInvoiceYear(year, year !== allYears && loaded === undefined);
  const { data, error, refetch } = loaded ? { ...yearQuery, data: loaded, error: null } : yearQuery;
  return (
    <Section id="invoices" title="請求書と領収書" spacing={1.5}>
      <QualifiedInvoiceText />
      {year === allYears ? (
        <Invoices query={query} />
      ) : (
        <LoadedSection
          query={{ data, error, refetch }}
          name={`${year}年の請求書`}
          empty={`${year}年に発行された請求書はありません。`}
        >
          {(invoices) => <InvoiceTableOrCards invoices={invoices} />}
        </LoadedSection>
      )}
      {years.length > 0 && (
        <Stack direction="row" spacing={1.5} useFlexGap sx={{ alignItems: "flex-end" }}>
          <PlainSelect
            label="発行年"
            none="すべて"
            choices={years.map((each) => [`${each}`, `${each}年`])}
            value={year}
            onChoose={setChosen}
          />
          {year !== allYears && data && data.length > 0 && <InvoiceFiles key={year} year={year} />}
        </Stack>
      )}
      {year !== allYears && data?.some(({ hasReceipt }) => hasReceipt) && (
        <Typography variant="body2" color="textSecondary">
          ZIPには、この年に発行された請求書と、その領収書が入ります。
        </Typography>
      )}
    </Section>
  );
}
