import Button from "@mui/material/Button";
import { OutcomeSnackbar } from "#web/components/outcome-snackbar.tsx";
import { useCardChange } from "#web/lib/use-card-change.ts";
import { paths } from "#web/routes/paths.ts";

/** Leads to the card provider's page, and back here. */
export function CardChangeButton({ size }: { size?: "small" }) {
  const { busy, failure, open } = useCardChange(paths.contract);
  return (
    <>
      <Button variant="outlined" {...(size && { size })} loading={busy} onClick={open}>
        カード情報を変更
      </Button>
      <OutcomeSnackbar>{failure}</OutcomeSnackbar>
    </>
  );
}
