import Card from "@mui/material/Card";
import CardActionArea from "@mui/material/CardActionArea";
import Typography from "@mui/material/Typography";
import { useId } from "react";
import { Link, useNavigate } from "react-router-dom";
import { forcedColors, veryNarrow } from "#web/theme/media.ts";
import { focusRing } from "#web/theme/palette.ts";
import { Words } from "#web/ui/words.tsx";
import type { MenuEntry } from "./menu-cards.ts";

/** Shrinks on narrow windows, where large text needs the room. */
const phoneDisc = "min(3rem, 15vw)";

/** The size of specification section 9, in rem, so that cards grow with the text. On a phone, cards are rows. */
const card = {
  position: "relative",
  display: { sm: "flex" },
  flexDirection: "column",
  width: { sm: "12.5rem" },
  minHeight: { sm: "15.625rem" },
  py: { xs: 2, sm: 3 },
  pr: { xs: 2, sm: 2.5 },
  pl: { xs: `calc(${phoneDisc} + 2rem)`, sm: 2.5 },
  [veryNarrow]: { pl: 2 },
  "& .MuiTypography-h3": { display: "block" },
  "& > .MuiTypography-caption": { mt: { sm: 1 } },
  // The button covers the card, so the card shows its focus ring.
  "&:has(:focus-visible)": focusRing,
} as const;

const available = {
  ...card,
  "&:hover": { borderColor: "primary.dark", boxShadow: 2 },
  "&:hover .MuiSvgIcon-root": { bgcolor: "primary.main", color: "primary.contrastText" },
} as const;

const unavailableCard = { ...card, bgcolor: "action.selected", borderStyle: "dashed" } as const;

const area = {
  textAlign: "inherit",
  position: "static",
  "&::after": { content: '""', position: "absolute", inset: 0 },
  "&&.Mui-focusVisible": { outline: "none" },
  "& .MuiCardActionArea-focusHighlight": { display: "none" },
  "&[aria-disabled=true]": { color: "text.secondary", cursor: "default" },
} as const;

/** The icon above the title. On a phone, it is before the title and centered. */
const icon = {
  display: "block",
  boxSizing: "content-box",
  position: { xs: "absolute", sm: "static" },
  top: `calc(50% - ${phoneDisc} / 2)`,
  left: "1rem",
  width: { xs: `calc(${phoneDisc} / 2)`, sm: "2rem" },
  height: { xs: `calc(${phoneDisc} / 2)`, sm: "2rem" },
  p: { xs: `calc(${phoneDisc} / 4)`, sm: 2 },
  mb: { sm: 2.5 },
  borderRadius: 2,
  bgcolor: "background.default",
  color: "secondary.main",
  transition: "background-color 0.15s",
  [forcedColors]: { border: "1px solid" },
  [veryNarrow]: { position: "static", mb: 1 },
  "[aria-disabled=true] > &": { bgcolor: "background.paper", color: "text.disabled" },
} as const;

/** A card of the menu. The five cards of the specification are buttons; the others are links (`asLink`). */
export function MenuCard({
  path,
  title,
  text,
  Icon,
  unavailable,
  asLink = false,
}: MenuEntry & { asLink?: boolean }) {
  const navigate = useNavigate();
  const id = useId();
  const disabled = unavailable !== undefined;
  const goes = asLink ? { component: Link, to: path } : { onClick: () => !disabled && navigate(path) };
  return (
    <Card sx={disabled ? unavailableCard : available}>
      <CardActionArea aria-disabled={disabled || undefined} aria-describedby={id} {...goes} sx={area}>
        <Icon aria-hidden sx={icon} />
        <Typography component="span" variant="h3">
          <Words words={title} />
        </Typography>
      </CardActionArea>
      <Typography id={id} variant="caption" component="p" color="textSecondary">
        {unavailable ?? text}
      </Typography>
    </Card>
  );
}
