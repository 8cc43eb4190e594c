import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { type BodyOf, publicQuote } from "#shared/endpoints.ts";
import { limits } from "#shared/limits.ts";
import { paths } from "#shared/site/paths.ts";
import { publicQuoteDraft } from "#web/components/quotes/quote-draft.ts";
import { QuoteFields } from "#web/components/quotes/quote-fields.tsx";
import { useQuoteForm } from "#web/components/quotes/use-quote-form.ts";
import { saveFile } from "#web/components/use-file-download.ts";
import { fieldSpacing } from "#web/forms/field-frame.tsx";
import { Form } from "#web/forms/form.tsx";
import { Page } from "#web/layout/page.tsx";
import { callApi } from "#web/lib/api/api-client.ts";
import { useSetting } from "#web/lib/net/use-setting.ts";
import { amountText } from "#web/lib/price.ts";
import { OutcomeSnackbar } from "#web/ui/outcome-snackbar.tsx";
import { Spinner } from "#web/ui/spinner.tsx";
import { TextLink } from "#web/ui/text-link.tsx";

/** /quote: quotes without an account, for a company's approval before the sign-up. */
export default function QuotePage() {
  const { data: price, isPending } = useSetting("price");
  const download = async (body: BodyOf<typeof publicQuote>) => {
    const { fileName, pdf } = (await callApi(publicQuote, { body })).result;
    saveFile({ fileName, base64: pdf, type: "application/pdf" });
    return true;
  };
  const { form, submit, created, failure } = useQuoteForm(publicQuoteDraft, download, { kind: 0 });
  return (
    <Page header="logo" title="見積書の作成">
      <Typography>
        <span>{`ご登録の前に、スタンダードプランの見積書（PDF）を作成できます。発行日から${limits.quoteValidDays}日間有効です。`}</span>
        {price && (
          <span>{`料金は${amountText({ amount: price.amountYen, interval: price.interval })}です。`}</span>
        )}
      </Typography>
      <Typography>
        入力した内容と作成した見積書は、当社では保管しません。お手元に保存してください。
      </Typography>
      {isPending ? (
        <Spinner />
      ) : (
        <Form form={form} onSubmit={submit}>
          <OutcomeSnackbar>{failure}</OutcomeSnackbar>
          {created && (
            <OutcomeSnackbar severity="success">
              見積書を作成しました。ダウンロードしたPDFをご確認ください。
            </OutcomeSnackbar>
          )}
          <Stack spacing={fieldSpacing}>
            <QuoteFields isYearly={price?.interval === "year"} asksKind />
            <Button type="submit" loading={form.formState.isSubmitting}>
              見積書をダウンロード
            </Button>
          </Stack>
        </Form>
      )}
      <Typography variant="body2">
        ご登録済みの方は、ログイン後の「ご契約とお支払い」でも作成できます。その見積書は、有効期限内の単価が保証されます。
      </Typography>
      <Stack spacing={1.5}>
        <TextLink to={paths.signUp}>新規登録はこちら</TextLink>
        <TextLink to={paths.signIn}>ログイン画面へ</TextLink>
      </Stack>
    </Page>
  );
}
