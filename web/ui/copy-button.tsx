import Check from "@mui/icons-material/Check";
import ContentCopy from "@mui/icons-material/ContentCopyOutlined";
import IconButton from "@mui/material/IconButton";
import Snackbar from "@mui/material/Snackbar";
import { useState } from "react";

const messages = {
  copied: "コピーしました",
  failed: "コピーできませんでした。文字を選択してコピーしてください。",
} as const;

/** Copies `text` to the clipboard and shows whether it worked. */
export function CopyButton({ text, label }: { text: string; label: string }) {
  const [outcome, setOutcome] = useState<keyof typeof messages>();
  const copy = () => {
    navigator.clipboard.writeText(text).then(
      () => setOutcome("copied"),
      () => setOutcome("failed"),
    );
  };
  return (
    <>
      <IconButton aria-label={label} title={label} onClick={copy}>
        {outcome === "copied" ? <Check fontSize="small" color="success" /> : <ContentCopy fontSize="small" />}
      </IconButton>
      <Snackbar
        open={outcome !== undefined}
        message={outcome && messages[outcome]}
        autoHideDuration={4000}
        onClose={(_, reason) => reason !== "clickaway" && setOutcome(undefined)}
      />
    </>
  );
}
