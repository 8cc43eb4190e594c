import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { createQuote } from "#shared/endpoints.ts";
import { limits } from "#shared/limits.ts";
import { quoteDraft } from "#web/components/quotes/quote-draft.ts";
import { QuoteFields } from "#web/components/quotes/quote-fields.tsx";
import { useQuoteForm } from "#web/components/quotes/use-quote-form.ts";
import { fieldSpacing } from "#web/forms/field-frame.tsx";
import { Form } from "#web/forms/form.tsx";
import { callApi } from "#web/lib/api/api-client.ts";
import { isRefusal } from "#web/lib/api/failure.ts";
import { useSetting } from "#web/lib/net/use-setting.ts";
import { quotesChanged } from "#web/lib/queries/quotes.ts";
import { useProfileQuery } from "#web/lib/queries/use-profile.ts";
import { OutcomeSnackbar } from "#web/ui/outcome-snackbar.tsx";
import { Spinner } from "#web/ui/spinner.tsx";
import { QuoteList } from "./quote-list.tsx";

interface QuoteFormProps {
  /** The initial value of the addressee. */
  company: string;
  /** The price is per year, so a quote is for one year. */
  isYearly: boolean;
  onRefused: () => void;
}

function QuoteForm({ company, isYearly, onRefused }: QuoteFormProps) {
  const { form, submit, created, failure } = useQuoteForm(
    quoteDraft,
    async (body) => {
      const { result } = await callApi(createQuote, { body });
      quoteDraft.clear();
      await quotesChanged();
      return result;
    },
    { company, onError: (error: unknown) => isRefusal(error) && onRefused() },
  );
  return (
    <Form form={form} onSubmit={submit}>
      <OutcomeSnackbar>{failure}</OutcomeSnackbar>
      {created && (
        <OutcomeSnackbar key={created.id} severity="success">
          {`見積書 ${created.number} を作成しました。一覧からPDFをダウンロードできます。`}
        </OutcomeSnackbar>
      )}
      <Stack spacing={fieldSpacing}>
        <QuoteFields isYearly={isYearly} />
        <Button type="submit" variant="outlined" loading={form.formState.isSubmitting}>
          見積書を作成
        </Button>
      </Stack>
    </Form>
  );
}

/** Quotes for the standard plan: a form for a new one, and the list. */
export default function QuotesPanel({ onRefused }: { onRefused: () => void }) {
  const { data: profile, error } = useProfileQuery(false);
  const { data: price, isPending } = useSetting("price");
  // Without the profile, the customer types the company.
  if ((!profile && !error) || isPending) return <Spinner />;
  return (
    <Stack spacing={3}>
      <Typography>
        {`スタンダードプランの見積書（PDF）を作成できます。発行日から${limits.quoteValidDays}日間有効です。`}
      </Typography>
      <QuoteForm
        company={profile?.CorporateName ?? ""}
        isYearly={price?.interval === "year"}
        onRefused={onRefused}
      />
      <QuoteList />
    </Stack>
  );
}
