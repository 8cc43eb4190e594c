import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useState } from "react";
import { ConfirmDialog } from "#web/components/confirm-dialog.tsx";

interface ReissueProps {
  pending: boolean;
  disabled: boolean;
  onReissue: () => void;
}

/** Another key in the place of this one, after a question. */
export function Reissue({ pending, disabled, onReissue }: ReissueProps) {
  const [asking, setAsking] = useState(false);
  return (
    <Stack component="section" aria-labelledby="reissue" spacing={2}>
      <Typography variant="h2" id="reissue">
        再発行
      </Typography>
      <Typography>
        ライセンスキーが第三者に知られた可能性がある場合は、再発行してください。これまでのキーは無効になり、新しいキーをメールでお送りします。
      </Typography>
      <Button variant="outlined" loading={pending} disabled={disabled} onClick={() => setAsking(true)}>
        再発行する
      </Button>
      {asking && (
        <ConfirmDialog
          title="ライセンスキーを再発行しますか？"
          cancelLabel="キャンセル"
          confirmLabel="再発行する"
          onCancel={() => setAsking(false)}
          onConfirm={() => {
            setAsking(false);
            onReissue();
          }}
        >
          これまでのキーは無効になり、元に戻せません。プラグインの設定画面で、新しいキーを登録し直す必要があります。
        </ConfirmDialog>
      )}
    </Stack>
  );
}
