import Button from "@mui/material/Button";
import Link from "@mui/material/Link";
import Portal from "@mui/material/Portal";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useEffect, useRef, useState } from "react";
import { useLocation } from "react-router-dom";
import { notices, type OperatorNotice } from "#shared/endpoints/notices.ts";
import { readCookie, writeCookie } from "#web/lib/browser/cookie.ts";
import { orUndefined } from "#web/lib/browser/or-undefined.ts";
import { AlertBox } from "#web/ui/alert-box.tsx";

const cookie = "dismissedNotices";
/** At most three notices are active at a time. */
const mostRemembered = 10;

const readDismissed = (): string[] => (readCookie(cookie) ?? "").split(".").filter(Boolean);

const kinds = {
  incident: { severity: "error", label: "障害のお知らせ" },
  maintenance: { severity: "warning", label: "メンテナンスのお知らせ" },
  information: { severity: "info", label: "お知らせ" },
} as const;

/** Sets `--notices` to the notices' height, by which `base.css` keeps focused elements visible. */
function useReservedHeight() {
  const box = useRef<HTMLElement>(null);
  useEffect(() => {
    const { current } = box;
    if (!current) return;
    const { style } = document.documentElement;
    const observer = new ResizeObserver(() =>
      style.setProperty("--notices", `${Math.ceil(current.getBoundingClientRect().height)}px`),
    );
    observer.observe(current);
    return () => {
      observer.disconnect();
      style.removeProperty("--notices");
    };
  }, []);
  return box;
}

interface NoticeItemProps {
  notice: OperatorNotice;
  onDismiss: () => void;
}

function NoticeItem({ notice: { kind, text, link }, onDismiss }: NoticeItemProps) {
  const { severity, label } = kinds[kind];
  return (
    <AlertBox severity={severity} role="status">
      <Stack direction="row" spacing={1.5} useFlexGap sx={{ flexWrap: "wrap", alignItems: "center" }}>
        <Typography>
          <strong>{label}</strong> <span>{text}</span>
          {link !== undefined && (
            <Link href={link} target="_blank" rel="noopener noreferrer">
              詳しくはこちら
            </Link>
          )}
        </Typography>
        {kind === "information" && (
          <Button variant="outlined" size="small" onClick={onDismiss}>
            お知らせを閉じる
          </Button>
        )}
      </Stack>
    </AlertBox>
  );
}

/** Returns the notices that are active at that time; none if the response does not match the schema. */
function noticesIn(json: string, at: number): readonly OperatorNotice[] {
  const { data } = notices.response.safeParse(orUndefined(() => JSON.parse(json)));
  return data?.result.notices.filter(({ until }) => Date.parse(until) > at) ?? [];
}

/**
 * Operators' notices. They are at the end of the page, and sticky at the window's lower edge before it is
 * scrolled there, so that they move no content and hide none.
 */
export default function NoticeList({ json, at }: { json: string; at: number }) {
  const { pathname } = useLocation();
  const [dismissed, setDismissed] = useState(readDismissed);
  const box = useReservedHeight();
  const shown = noticesIn(json, at).filter(
    ({ id, kind, screens }) =>
      (screens?.includes(pathname) ?? true) && !(kind === "information" && dismissed.includes(id)),
  );
  const dismiss = (id: string): void => {
    // Another tab may have dismissed notices meanwhile.
    const next = [...new Set([...readDismissed(), ...dismissed, id])].slice(-mostRemembered);
    writeCookie(cookie, next.join("."));
    setDismissed(next);
  };
  return (
    <Portal>
      <section ref={box} className="notices" aria-label={shown.length > 0 ? "運営からのお知らせ" : undefined}>
        {shown.map((each) => (
          <NoticeItem key={each.id} notice={each} onDismiss={() => dismiss(each.id)} />
        ))}
      </section>
    </Portal>
  );
}
