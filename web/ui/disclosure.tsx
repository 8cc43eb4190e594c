import ExpandMore from "@mui/icons-material/ExpandMore";
import Accordion from "@mui/material/Accordion";
import AccordionDetails from "@mui/material/AccordionDetails";
import AccordionSummary from "@mui/material/AccordionSummary";
import { type ReactNode, useId } from "react";

interface DisclosureProps {
  title: ReactNode;
  open?: boolean;
  /** For a parent that keeps `open` itself. */
  onToggle?: (open: boolean) => void;
  /** Renders the content when it is first unfolded; folding it again keeps typed text. */
  lazy?: boolean;
  children: ReactNode;
}

/** Folds away content that only some people read. */
export function Disclosure({ title, open = false, onToggle, lazy = false, children }: DisclosureProps) {
  const id = useId();
  return (
    // An open accordion has no margins of its own: the frame has those of the stack that it stands in.
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
