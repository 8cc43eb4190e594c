import Tab from "@mui/material/Tab";
import MuiTabs from "@mui/material/Tabs";
import type { ReactNode } from "react";
import { useId } from "react";

export interface TabItem<Name extends string> {
  name: Name;
  label: ReactNode;
  panel: ReactNode;
}

interface TabsProps<Name extends string> {
  /** The name of the row of tabs for screen readers. */
  label: string;
  items: readonly TabItem<Name>[];
  active: Name;
  onChange: (name: Name) => void;
}

/** MUI's tabs and their panels. Arrows move and show; hidden panels keep what is in them. */
export function Tabs<Name extends string>({ label, items, active, onChange }: TabsProps<Name>) {
  const id = useId();
  return (
    <>
      <MuiTabs
        aria-label={label}
        value={active}
        selectionFollowsFocus
        onChange={(_, name: Name) => onChange(name)}
      >
        {items.map((item) => (
          <Tab
            key={item.name}
            value={item.name}
            label={<span>{item.label}</span>}
            id={`${id}${item.name}`}
            aria-controls={`${id}${item.name}panel`}
          />
        ))}
      </MuiTabs>
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
