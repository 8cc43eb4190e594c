import Check from "@mui/icons-material/Check";
import ContentCopy from "@mui/icons-material/ContentCopyOutlined";
import Box from "@mui/material/Box";
import IconButton from "@mui/material/IconButton";
import { useEffect, useState } from "react";

const shownFor = 2_000;

/** Copies `text`; a tick and a spoken sentence say that it worked. */
export function CopyButton({ text, label }: { text: string; label: string }) {
  const [outcome, setOutcome] = useState<"copied" | "failed">();
  useEffect(() => {
    if (outcome === undefined) return;
    const timer = setTimeout(() => setOutcome(undefined), shownFor);
    return () => clearTimeout(timer);
  }, [outcome]);
  const copy = () => {
    navigator.clipboard.writeText(text).then(
      () => setOutcome("copied"),
      () => setOutcome("failed"),
    );
  };
  return (
    <>
      <IconButton aria-label={label} title={label} onClick={copy} sx={{ color: "text.secondary" }}>
        {outcome === "copied" ? <Check fontSize="small" color="success" /> : <ContentCopy fontSize="small" />}
      </IconButton>
      <Box
        role="status"
        className={outcome === "failed" ? "" : "visually-hidden"}
        sx={{ fontSize: "0.875rem" }}
      >
        {outcome === "copied" && "コピーしました"}
        {outcome === "failed" && "コピーできませんでした"}
      </Box>
    </>
  );
}
