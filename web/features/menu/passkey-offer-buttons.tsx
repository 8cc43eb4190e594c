import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";

interface PasskeyOfferButtonsProps {
  /** Undefined until its code is loaded. */
  onAdd?: () => void;
  onDismiss: () => void;
  onClose: () => void;
  pending?: boolean;
}

export const PasskeyOfferButtons = ({
  onAdd,
  onDismiss,
  onClose,
  pending = false,
}: PasskeyOfferButtonsProps) => (
  <Stack direction={{ xs: "column", sm: "row" }} spacing={2}>
    <Button loading={pending} disabled={onAdd === undefined} onClick={onAdd}>
      パスキーを追加する
    </Button>
    <Button variant="outlined" disabled={pending} onClick={onDismiss}>
      今後表示しない
    </Button>
    <Button variant="text" disabled={pending} onClick={onClose}>
      閉じる
    </Button>
  </Stack>
);
