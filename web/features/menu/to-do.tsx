import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import type { ReactNode } from "react";
import type { Contract } from "#shared/contract.ts";
import type { UserRecord } from "#shared/customer/customer.ts";
import { Sentence } from "#web/components/sentence.tsx";
import { TextLink } from "#web/components/text-link.tsx";
import { formatDay } from "#web/lib/format-day.ts";
import { paths } from "#web/routes/paths.ts";

/** The unfinished tasks, each with a link to finish it. */
function itemsOf({ ApplicationId, Plan }: UserRecord, contract: Contract | undefined): ReactNode[] {
  const items: ReactNode[] = [];
  const end = contract?.plan === "standard" && contract.cancelAt !== null && formatDay(contract.cancelAt);
  if (end)
    items.push(
      <>
        <Sentence>{`${end}にご契約が終了します。それまでは、`}</Sentence>
        <TextLink to={paths.contract}>ご契約とお支払い</TextLink>から解約を取り消せます。
      </>,
    );
  if (Plan === "standard" && ApplicationId === "")
    items.push(
      <>
        音声プロバイダー情報が登録されていません。
        <TextLink to={paths.update} state={{ tab: "voice" }}>
          ご登録情報の変更
        </TextLink>
        からご登録ください。
      </>,
    );
  return items;
}

/** Renders nothing when there are no tasks. */
export function ToDo({ customer, contract }: { customer: UserRecord; contract: Contract | undefined }) {
  const items = itemsOf(customer, contract);
  if (items.length === 0) return null;
  return (
    <Stack component="ul" spacing={0.5} aria-label="お手続きのご案内">
      {items.map((item, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they have no name of their own
        <Typography key={index} component="li">
          {item}
        </Typography>
      ))}
    </Stack>
  );
}
