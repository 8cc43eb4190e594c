import Box from "@mui/material/Box";
import { useState } from "react";
import { labels } from "../../../shared/labels.ts";
import { ActionButton } from "../../components/action-button.tsx";
import { Notice } from "../../components/notice.tsx";
import { describeValue } from "./describe-value.ts";
import type { Elsewhere, FieldValue } from "./edits.ts";

const isLabelled = (field: string): field is keyof typeof labels => field in labels;
const labelOf = (field: string): string => (isLabelled(field) ? labels[field] : field);

type Put = (field: string, value: FieldValue) => void;

interface ConflictProps {
  field: string;
  theirs: FieldValue;
  mine: FieldValue;
  put: Put;
}

/** The person's own text stays unless they say otherwise, and they may change their mind. */
function Conflict({ field, theirs, mine, put }: ConflictProps) {
  const [taken, setTaken] = useState(false);
  const swap = () => {
    put(field, taken ? mine : theirs);
    setTaken(!taken);
  };
  const way = taken ? "自分の入力に戻す" : "新しい内容を使う";
  return (
    <Box sx={{ display: "flex", flexWrap: "wrap", alignItems: "center", columnGap: 2, rowGap: 0.5, mt: 0.5 }}>
      <span>
        {taken
          ? "新しい内容を入力欄に入れました。"
          : `お客様の入力「${describeValue(field, mine)}」はそのまま残しています。`}
      </span>
      <ActionButton variant="secondary" label={`${labelOf(field)}：${way}`} onClick={swap}>
        {way}
      </ActionButton>
    </Box>
  );
}

/** What another screen has changed meanwhile, and a choice wherever the person had typed something else. */
export function ChangedElsewhere({ changes, put }: { changes: readonly Elsewhere[]; put: Put }) {
  if (changes.length === 0) return null;
  return (
    <Notice severity="info">
      ほかの画面で、次の項目が変更されています。
      <Box component="ul" sx={{ m: 0, mt: 0.5, pl: 2.5, "& li + li": { mt: 1 } }}>
        {changes.map(({ field, theirs, conflict }) => (
          <li key={`${field} ${theirs}`}>
            {labelOf(field)}：<strong>{describeValue(field, theirs)}</strong>
            {conflict && <Conflict field={field} theirs={theirs} mine={conflict.mine} put={put} />}
          </li>
        ))}
      </Box>
    </Notice>
  );
}
