import Button from "@mui/material/Button";
import Dialog from "@mui/material/Dialog";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogTitle from "@mui/material/DialogTitle";
import FormControl from "@mui/material/FormControl";
import FormLabel from "@mui/material/FormLabel";
import NativeSelect from "@mui/material/NativeSelect";
import OutlinedInput from "@mui/material/OutlinedInput";
import Stack from "@mui/material/Stack";
import { useId } from "react";
import { type CancellationReason, cancellationReasons } from "#shared/enums.ts";
import { Sentence } from "#web/components/sentence.tsx";

interface CancelDialogProps {
  /** The last day of the period. */
  until: string | undefined;
  /** Kept by the parent: a cancellation that fails is tried again. */
  reason: CancellationReason | undefined;
  onReason: (reason: CancellationReason | undefined) => void;
  onCancel: () => void;
  onConfirm: () => void;
}

const consequences = (until: string | undefined): readonly string[] => [
  until === undefined
    ? "ご契約期間の終了日まで、これまでどおりご利用いただけます。"
    : `${until}まで、これまでどおりご利用いただけます。`,
  "その後は更新されず、ご請求もありません。日割りでのご返金はありません。",
  "お客様情報と音声プロバイダー情報は残り、いつでもご契約を再開できます。",
  "それまでは、この画面から解約を取り消せます。",
];

const isReason = (value: string): value is CancellationReason => value in cancellationReasons;

/** Explains the cancellation and asks for an optional reason. Open for as long as it is rendered. */
export function CancelDialog({ until, reason, onReason, onCancel, onConfirm }: CancelDialogProps) {
  const id = useId();
  return (
    <Dialog open aria-labelledby={`${id}title`} aria-describedby={`${id}text`} onClose={onCancel}>
      <DialogTitle id={`${id}title`}>スタンダードプランを解約しますか？</DialogTitle>
      <DialogContent>
        <Stack spacing={2}>
          <Stack component="ul" id={`${id}text`} spacing={0.5}>
            {consequences(until).map((sentence) => (
              <li key={sentence}>
                <Sentence>{sentence}</Sentence>
              </li>
            ))}
          </Stack>
          <FormControl>
            <FormLabel htmlFor={`${id}reason`} sx={{ mb: 0.5 }}>
              解約の理由（任意）
            </FormLabel>
            <NativeSelect
              id={`${id}reason`}
              input={<OutlinedInput />}
              value={reason ?? ""}
              onChange={({ target }) => onReason(isReason(target.value) ? target.value : undefined)}
            >
              <option value="">選択しない</option>
              {Object.entries(cancellationReasons).map(([value, label]) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </NativeSelect>
          </FormControl>
        </Stack>
      </DialogContent>
      <DialogActions>
        <Button variant="outlined" autoFocus onClick={onCancel}>
          解約しない
        </Button>
        <Button color="error" onClick={onConfirm}>
          解約を申し込む
        </Button>
      </DialogActions>
    </Dialog>
  );
}
