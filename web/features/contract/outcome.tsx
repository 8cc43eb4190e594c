import { useEffect, useRef } from "react";
import { Notice } from "#web/components/notice.tsx";
import type { Done } from "./use-contract-change.ts";

const texts: Readonly<Record<Done, string>> = {
  cancel: "解約のお申し込みを受け付けました。確認のメールをお送りします。",
  resume: "解約のお申し込みを取り消しました。確認のメールをお送りします。",
  invoice: "お支払い方法を請求書（銀行振込）に変更しました。確認のメールをお送りします。",
};

/** What was done; it takes the focus, because the button that led here may be gone. */
export function Outcome({ done }: { done: Done }) {
  const notice = useRef<HTMLDivElement>(null);
  useEffect(() => notice.current?.focus(), []);
  return (
    <Notice ref={notice} severity="success" tabIndex={-1}>
      {texts[done]}
    </Notice>
  );
}
