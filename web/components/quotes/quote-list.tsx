import Button from "@mui/material/Button";
import Chip, { type ChipProps } from "@mui/material/Chip";
import List from "@mui/material/List";
import Paper from "@mui/material/Paper";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useMutation } from "@tanstack/react-query";
import { type Quote, quotePdf } from "#shared/endpoints.ts";
import { useKeptFocus } from "#web/forms/form.tsx";
import { callApi } from "#web/lib/api/api-client.ts";
import { failureSentence } from "#web/lib/api/failure.ts";
import { isUnderWay } from "#web/lib/api/query-client.ts";
import { formatDay } from "#web/lib/format-day.ts";
import { formatYen } from "#web/lib/price.ts";
import { useQuotes } from "#web/lib/quotes.ts";
import { saveFile } from "#web/lib/save-file.ts";
import { Fact, Facts } from "../facts.tsx";
import { LoadedSection } from "../loaded-section.tsx";
import { OutcomeSnackbar } from "../outcome-snackbar.tsx";

const looks: Readonly<Record<Quote["state"], Pick<ChipProps, "color" | "label">>> = {
  open: { label: "有効", color: "success" },
  accepted: { label: "お申し込み済み", color: "info" },
  expired: { label: "期限切れ", color: "default" },
};

const mutationKey = ["quote-pdf"];

/** Downloads one PDF at a time. */
function useDownload() {
  const { mutate, isPending, variables, error } = useMutation({
    mutationKey,
    mutationFn: async (id: string) => {
      const { result } = await callApi(quotePdf, { query: { id } });
      saveFile(result.fileName, result.pdf, "application/pdf");
    },
  });
  useKeptFocus(isPending);
  return {
    download: (id: string): void => {
      if (!isUnderWay(mutationKey)) mutate(id);
    },
    pending: isPending ? variables : undefined,
    failure: failureSentence(error, "見積書をダウンロードできませんでした。"),
  };
}

interface QuoteItemProps {
  quote: Quote;
  isPending: boolean;
  onDownload: () => void;
}

function QuoteItem({ quote, isPending, onDownload }: QuoteItemProps) {
  const { number, state, createdAt, validUntil, addressee, months, total } = quote;
  return (
    <Paper variant="outlined" component="li" sx={{ p: 2 }}>
      <Stack spacing={1.5}>
        <Stack direction="row" spacing={1.5} useFlexGap>
          <Typography variant="h3" component="span">
            {number}
          </Typography>
          <Chip size="small" variant="outlined" {...looks[state]} />
        </Stack>
        <Facts least="9rem">
          <Fact term="宛名">{addressee}</Fact>
          <Fact term={`合計（${months}か月分、税込）`}>{formatYen(total)}</Fact>
          <Fact term="発行日">{formatDay(createdAt)}</Fact>
          <Fact term="有効期限">{formatDay(validUntil)}</Fact>
        </Facts>
        <Button variant="outlined" size="small" loading={isPending} onClick={onDownload}>
          PDFをダウンロード
          <span className="visually-hidden">（見積書 {number}）</span>
        </Button>
      </Stack>
    </Paper>
  );
}

/** Every quote, newest first, with its state and its PDF. */
export function QuoteList() {
  const { data, error, refetch } = useQuotes();
  const { download, pending, failure } = useDownload();
  return (
    <Stack spacing={1.5}>
      <Typography variant="h3" component="h4" id="quotes">
        作成した見積書
      </Typography>
      <OutcomeSnackbar>{failure}</OutcomeSnackbar>
      <LoadedSection
        query={{ data: data?.quotes, error, refetch }}
        name="見積書の一覧"
        empty="作成した見積書はまだありません。"
      >
        {(quotes) => (
          <Stack component={List} disablePadding spacing={1.5} aria-labelledby="quotes">
            {quotes.map((quote) => (
              <QuoteItem
                key={quote.id}
                quote={quote}
                isPending={pending === quote.id}
                onDownload={() => download(quote.id)}
              />
            ))}
          </Stack>
        )}
      </LoadedSection>
    </Stack>
  );
}
