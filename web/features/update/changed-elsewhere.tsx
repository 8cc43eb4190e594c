import Stack from "@mui/material/Stack";
import { describeValue, isCustomerField } from "#shared/customer/describe-value.ts";
import { useLabelFor } from "#web/components/customer-fields/use-label-for.ts";
import { Notice } from "#web/components/notice.tsx";
import type { Elsewhere } from "./draft.ts";

/** What another screen has changed meanwhile. The person's own text stays, and counts with the next saving. */
export function ChangedElsewhere({ changes }: { changes: readonly Elsewhere[] }) {
  const labelFor = useLabelFor();
  if (changes.length === 0) return null;
  return (
    <Notice severity="info">
      ほかの画面で、次の項目が変更されています。
      <Stack component="ul" spacing={0.5}>
        {changes.map(({ field, theirs, isKept }) => (
          <li key={field}>
            {isCustomerField(field) ? labelFor(field) : field}：
            <strong>{describeValue(field, theirs)}</strong>
            {isKept && "（お客様の入力はそのまま残しています）"}
          </li>
        ))}
      </Stack>
    </Notice>
  );
}
