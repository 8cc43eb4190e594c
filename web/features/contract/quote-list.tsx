import Button, { type ButtonProps } from "@mui/material/Button";
import Chip, { type ChipProps } from "@mui/material/Chip";
import List from "@mui/material/List";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { type Quote, quotePdf } from "#shared/endpoints.ts";
import { formatYen } from "#shared/format-yen.ts";
import { LoadedSection } from "#web/components/loaded-section.tsx";
import { useFileDownload } from "#web/components/use-file-download.ts";
import { callApi } from "#web/lib/api/api-client.ts";
import { formatDay } from "#web/lib/format-day.ts";
import { useQuotes } from "#web/lib/queries/quotes.ts";
import { Fact, Facts } from "#web/ui/facts.tsx";
import { OutcomeSnackbar } from "#web/ui/outcome-snackbar.tsx";

const looks: Readonly<Record<Quote["state"], Pick<ChipProps, "color" | "label">>> = {
  open: { label: "有効", color: "success" },
  accepted: { label: "お申し込み済み", color: "info" },
  expired: { label: "期限切れ", color: "default" },
};

async function loadPdf(id: string) {
  const { fileName, pdf: base64 } = (await callApi(quotePdf, { query: { id } })).result;
  return { fileName, base64, type: "application/pdf" };
}

const item = { py: 2, borderTop: "1px solid", borderColor: "divider" } as const;

interface QuoteItemProps {
  quote: Quote;
  /** The props of the download button. */
  download: ButtonProps;
}

function QuoteItem({ quote, download }: QuoteItemProps) {
  const { number, state, createdAt, validUntil, addressee, months, total } = quote;
  return (
    <Stack component="li" spacing={1.5} sx={item}>
      <Stack direction="row" spacing={1.5} useFlexGap>
        <Typography variant="h3" component="span">
          {number}
        </Typography>
        <Chip {...looks[state]} />
      </Stack>
      <Facts>
        <Fact term="宛名">{addressee}</Fact>
      </Facts>
      <Facts minWidth="9rem">
        <Fact term={`合計（${months}か月分、税込）`}>{formatYen(total)}</Fact>
        <Fact term="発行日">{formatDay(createdAt)}</Fact>
        <Fact term="有効期限">{formatDay(validUntil)}</Fact>
      </Facts>
      <Button variant="outlined" size="small" {...download}>
        PDFをダウンロード
        <span className="visually-hidden">{`（見積書 ${number}）`}</span>
      </Button>
    </Stack>
  );
}

/** All quotes, newest first, with their state and their PDF. */
export function QuoteList() {
  const { data, error, refetch } = useQuotes();
  const { buttonProps, failure } = useFileDownload(loadPdf, "見積書をダウンロードできませんでした。");
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
          <Stack component={List} disablePadding aria-labelledby="quotes">
            {quotes.map((quote) => (
              <QuoteItem key={quote.id} quote={quote} download={buttonProps(quote.id)} />
            ))}
          </Stack>
        )}
      </LoadedSection>
    </Stack>
  );
}
