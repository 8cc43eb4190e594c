import Box from "@mui/material/Box";
import type { KeyboardEvent, ReactNode } from "react";
import { useId, useRef } from "react";

export interface TabItem<Name extends string> {
  name: Name;
  label: ReactNode;
  panel: ReactNode;
}

interface TabsProps<Name extends string> {
  /** What the row of tabs is about, for those who do not see it. */
  label: string;
  items: readonly TabItem<Name>[];
  active: Name;
  onChange: (name: Name) => void;
}

/** Where a key leads within the row; other keys lead nowhere. */
function targetOf(key: string, index: number, count: number): number | undefined {
  const targets: Record<string, number> = {
    ArrowRight: (index + 1) % count,
    ArrowLeft: (index + count - 1) % count,
    Home: 0,
    End: count - 1,
  };
  return targets[key];
}

const tabLook = {
  flex: { xs: "1 1 auto", sm: "none" },
  minHeight: 52,
  px: { xs: 0.5, sm: 2.5 },
  py: 1,
  border: 0,
  borderBottom: "4px solid transparent",
  bgcolor: "transparent",
  color: "text.secondary",
  font: "inherit",
  fontSize: { xs: "0.8125rem", sm: "1rem" },
  lineHeight: 1.4,
  /** Breaks between words where the browser knows them. */
  wordBreak: "auto-phrase",
  cursor: "pointer",
  "&:hover": { bgcolor: "background.default", color: "text.primary" },
  "&[aria-selected=true]": { borderColor: "primary.main", color: "text.primary", fontWeight: 700 },
  "&:focus-visible": { outlineOffset: -3 },
} as const;

/** Tabs as the ARIA practices describe them: one tab stop, arrows move and show. Hidden panels keep what is in them. */
export function Tabs<Name extends string>({ label, items, active, onChange }: TabsProps<Name>) {
  const id = useId();
  const tabs = useRef<HTMLDivElement>(null);
  const move = (event: KeyboardEvent, index: number): void => {
    const target = targetOf(event.key, index, items.length);
    const item = target === undefined ? undefined : items[target];
    if (target === undefined || !item) return;
    event.preventDefault();
    tabs.current?.querySelectorAll("button")[target]?.focus();
    onChange(item.name);
  };
  return (
    <>
      <Box
        ref={tabs}
        role="tablist"
        aria-label={label}
        sx={{ display: "flex", mb: 3, borderBottom: 1, borderColor: "divider" }}
      >
        {items.map((item, index) => (
          <Box
            key={item.name}
            component="button"
            type="button"
            role="tab"
            id={`${id}${item.name}`}
            aria-selected={item.name === active}
            aria-controls={`${id}${item.name}panel`}
            tabIndex={item.name === active ? 0 : -1}
            onClick={() => onChange(item.name)}
            onKeyDown={(event: KeyboardEvent) => move(event, index)}
            sx={tabLook}
          >
            {item.label}
          </Box>
        ))}
      </Box>
      {items.map(({ name, panel }) => (
        <div
          key={name}
          role="tabpanel"
          id={`${id}${name}panel`}
          aria-labelledby={`${id}${name}`}
          hidden={name !== active}
        >
          {panel}
        </div>
      ))}
    </>
  );
}
