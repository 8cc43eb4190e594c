import FormControl from "@mui/material/FormControl";
import FormLabel from "@mui/material/FormLabel";
import NativeSelect from "@mui/material/NativeSelect";
import OutlinedInput from "@mui/material/OutlinedInput";
import { useId } from "react";
import type { Contract, ContractInvoice } from "#shared/contract.ts";

export const allYears = "";

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
export function yearsOf({ invoicePages, hasNextPage }: LoadedInvoices): number[] {
  const years = invoicePages.flatMap(({ invoices }) => invoices ?? []).map(yearOf);
  const [newest, oldest] = [Math.max(...years), Math.min(...years) - (hasNextPage ? 1 : 0)];
  return years.length === 0 ? [] : Array.from({ length: newest - oldest + 1 }, (_, index) => newest - index);
}

interface YearChoiceProps {
  years: readonly number[];
  year: string;
  onChoose: (year: string) => void;
}

export function YearChoice({ years, year, onChoose }: YearChoiceProps) {
  const id = useId();
  return (
    <FormControl sx={{ maxWidth: "14rem" }}>
      <FormLabel htmlFor={id}>発行年</FormLabel>
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
