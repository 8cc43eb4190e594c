import Button from "@mui/material/Button";
import Paper from "@mui/material/Paper";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { CopyButton } from "#web/components/copy-button.tsx";

interface KeyBoxProps {
  /** In clear; masked without it. */
  licenceKey: string | undefined;
  pending: boolean;
  disabled: boolean;
  onReveal: () => void;
  onHide: () => void;
}

/** As long as a key. */
const mask = Array(6).fill("•••••").join("-");

/** The key, masked until its owner asks. */
export function KeyBox({ licenceKey, pending, disabled, onReveal, onHide }: KeyBoxProps) {
  const isShown = licenceKey !== undefined;
  return (
    <Paper variant="quiet">
      <Stack spacing={2}>
        <Stack direction="row" spacing={1} sx={{ minHeight: "2.75rem" }}>
          {isShown ? (
            <>
              <Typography component="code">{licenceKey}</Typography>
              <CopyButton text={licenceKey} label="ライセンスキーをコピー" />
            </>
          ) : (
            <Typography component="code">
              <span aria-hidden>{mask}</span>
              <span className="visually-hidden">表示していません</span>
            </Typography>
          )}
        </Stack>
        <Button
          variant="outlined"
          loading={pending}
          disabled={disabled}
          onClick={isShown ? onHide : onReveal}
        >
          {isShown ? "隠す" : "表示する"}
        </Button>
      </Stack>
    </Paper>
  );
}
