import ExpandMore from "@mui/icons-material/ExpandMore";
import Accordion from "@mui/material/Accordion";
import AccordionDetails from "@mui/material/AccordionDetails";
import AccordionSummary from "@mui/material/AccordionSummary";
import { type ReactNode, useId } from "react";

interface DisclosureProps {
  title: ReactNode;
  open?: boolean;
  /** Makes `open` controlled by the parent. Without it, `open` is the initial state. */
  onToggle?: (open: boolean) => void;
  /** Mounts the content when it is first opened. Closing does not unmount it, so typed text stays. */
  lazy?: boolean;
  children: ReactNode;
}

/** Content that is collapsed under `title`. It is not printed. */
export function Disclosure({ title, open = false, onToggle, lazy = false, children }: DisclosureProps) {
  const id = useId();
  return (
    // MUI removes the margins of an open accordion, so this element takes the spacing of the stack.
    <div className="not-printed">
      <Accordion
        {...(onToggle
          ? { expanded: open, onChange: (_, shown) => onToggle(shown) }
          : { defaultExpanded: open })}
        slotProps={{ transition: { mountOnEnter: lazy } }}
      >
        <AccordionSummary expandIcon={<ExpandMore />} id={`${id}title`} aria-controls={`${id}text`}>
          {title}
        </AccordionSummary>
        <AccordionDetails id={`${id}text`}>{children}</AccordionDetails>
      </Accordion>
    </div>
  );
}
