import Button from "@mui/material/Button";
import List from "@mui/material/List";
import ListItem from "@mui/material/ListItem";
import ListItemText from "@mui/material/ListItemText";
import Paper from "@mui/material/Paper";
import type { Passkey } from "#shared/endpoints.ts";
import { Sentence } from "#web/components/sentence.tsx";
import { formatTime } from "#web/lib/format-day.ts";

interface PasskeyListProps {
  passkeys: readonly Passkey[];
  pending: boolean;
  onRemove: (passkey: Passkey) => void;
}

function Dates({ passkey: { createdAt, lastUsedAt } }: { passkey: Passkey }) {
  return (
    <>
      <Sentence>{`追加日時：${formatTime(new Date(createdAt))}`}</Sentence>
      <br />
      <Sentence>
        {lastUsedAt === undefined
          ? "まだ使われていません"
          : `最後の利用：${formatTime(new Date(lastUsedAt))}`}
      </Sentence>
    </>
  );
}

/** Their names are Cognito's and often the same: the number tells them apart. */
export const passkeyName = (passkeys: readonly Passkey[], { id, name }: Passkey): string =>
  `${name.replace(/^Passkey$/, "パスキー") || "パスキー"} ${passkeys.findIndex((each) => each.id === id) + 1}`;

export function PasskeyList({ passkeys, pending, onRemove }: PasskeyListProps) {
  return (
    <Paper component={List} variant="outlined" disablePadding>
      {passkeys.map((passkey, index) => (
        <ListItem key={passkey.id} divider={index < passkeys.length - 1}>
          <ListItemText primary={passkeyName(passkeys, passkey)} secondary={<Dates passkey={passkey} />} />
          <Button
            variant="outlined"
            size="small"
            disabled={pending}
            aria-label={`${passkeyName(passkeys, passkey)}を削除`}
            onClick={() => onRemove(passkey)}
          >
            削除
          </Button>
        </ListItem>
      ))}
    </Paper>
  );
}
