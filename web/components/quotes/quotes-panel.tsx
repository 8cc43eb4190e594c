import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { type BodyOf, createQuote, type Quote } from "#shared/endpoints.ts";
import { labels } from "#shared/labels.ts";
import { limits } from "#shared/limits.ts";
import { showFieldErrors, useCall } from "#web/flow/failure.ts";
import { Form } from "#web/forms/form.tsx";
import { FormField } from "#web/forms/form-field.tsx";
import { Cell, FieldGrid } from "#web/forms/form-section.tsx";
import { SelectField } from "#web/forms/select-field.tsx";
import { type PortalForm, usePortalForm, useTyped } from "#web/forms/use-portal-form.ts";
import { callApi } from "#web/lib/api/api-client.ts";
import { isRefusal } from "#web/lib/api/failure.ts";
import { priceQuery } from "#web/lib/price.ts";
import { quotesChanged } from "#web/lib/quotes.ts";
import { useCustomerQuery } from "#web/lib/use-customer.ts";
import { OutcomeSnackbar } from "../outcome-snackbar.tsx";
import { Spinner } from "../spinner.tsx";
import { quoteDraft } from "./draft.ts";
import { QuoteList } from "./quote-list.tsx";

type Wish = BodyOf<typeof createQuote>;

const monthChoices = Array.from({ length: limits.quoteMaxMonths }, (_, index) => ({
  value: index + 1,
  label: `${index + 1}か月`,
}));

const fieldOf = (name: string) =>
  (["addressee", "department", "person", "months"] as const).find((field) => field === name);

/** Resolves to the newest quote, unless a field is wrong. */
const useCreateQuote = (form: PortalForm<Wish>, onRefused: () => void) =>
  useCall(
    async (body: Wish): Promise<Quote | undefined> => {
      try {
        const { result } = await callApi(createQuote, { body });
        quoteDraft.clear();
        await quotesChanged();
        return result;
      } catch (error) {
        if (!showFieldErrors(form, error, fieldOf)) throw error;
        return undefined;
      }
    },
    {
      complaint: "見積書を作成できませんでした。",
      onError: (error) => isRefusal(error) && onRefused(),
    },
  );

/** Typed values survive a reload and an expired session. */
function useQuoteForm(company: string): PortalForm<Wish> {
  const [typed] = useState(quoteDraft.read);
  const { addressee = company, department = "", person = "", months = 12 } = typed ?? {};
  const form = usePortalForm(createQuote.body, { addressee, department, person, months });
  useTyped(form, ({ department = "", person = "", ...values }) =>
    quoteDraft.write({ department, person, ...values }),
  );
  return form;
}

interface QuoteFormProps {
  /** The first value of the addressee. */
  addressee: string;
  /** The plan is paid by the year: a quote is for one. */
  isYearly: boolean;
  onRefused: () => void;
}

function QuoteForm({ addressee, isYearly, onRefused }: QuoteFormProps) {
  const form = useQuoteForm(addressee);
  const { data: made, call, failure } = useCreateQuote(form, onRefused);
  return (
    <Form form={form} onSubmit={async (wish) => void (await call(wish))}>
      <OutcomeSnackbar>{failure}</OutcomeSnackbar>
      {made && (
        <OutcomeSnackbar key={made.id} severity="success">
          {`見積書 ${made.number} を作成しました。一覧からPDFをダウンロードできます。`}
        </OutcomeSnackbar>
      )}
      <Stack spacing={3}>
        <FieldGrid>
          <Cell width="full">
            <FormField name="addressee" label={labels.addressee} required />
          </Cell>
          <FormField name="department" label={labels.department} />
          <FormField name="person" label={labels.quotePerson} />
          {!isYearly && (
            <SelectField
              name="months"
              label={labels.quoteMonths}
              choices={monthChoices}
              required
              clearable={false}
            />
          )}
        </FieldGrid>
        <Button type="submit" variant="outlined" loading={form.formState.isSubmitting}>
          見積書を作成
        </Button>
      </Stack>
    </Form>
  );
}

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
