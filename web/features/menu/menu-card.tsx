import Card from "@mui/material/Card";
import CardActionArea from "@mui/material/CardActionArea";
import Typography from "@mui/material/Typography";
import { useId } from "react";
import { useNavigate } from "react-router-dom";
import { Words } from "#web/components/words.tsx";
import { veryNarrow } from "#web/theme/media.ts";
import type { MenuEntry } from "./menu-cards.ts";

/** Large text needs the room. */
const phoneDisc = "min(3.5rem, 15vw)";

/** Specification section 9, at the usual text size: larger text makes larger cards. A phone shows rows. */
const card = {
  position: "relative",
  width: { sm: "12.5rem" },
  minHeight: { sm: "15.625rem" },
  py: { xs: 2, sm: 2.5 },
  pr: 2,
  pl: { xs: `calc(${phoneDisc} + 2rem)`, sm: 2 },
  textAlign: { sm: "center" },
  [veryNarrow]: { pl: 2 },
  "& .MuiTypography-h3": { display: "block" },
  "& > .MuiTypography-caption": { mt: { sm: 0.5 } },
} as const;

const unavailableCard = { ...card, bgcolor: "action.selected" } as const;

const area = {
  textAlign: "inherit",
  // The whole card is the button's.
  position: "static",
  "&::after": { content: '""', position: "absolute", inset: 0 },
  "&[aria-disabled=true]": { color: "text.secondary", cursor: "default" },
} as const;

/** Above the title; in a row before it, half-way down. */
const disc = {
  display: "grid",
  placeItems: "center",
  position: { xs: "absolute", sm: "static" },
  top: `calc(50% - ${phoneDisc} / 2)`,
  left: "1rem",
  width: { xs: phoneDisc, sm: "5rem" },
  aspectRatio: 1,
  mx: "auto",
  mb: { sm: 1.5 },
  borderRadius: "50%",
  bgcolor: "primary.main",
  color: "primary.contrastText",
  [veryNarrow]: { position: "static", width: "4.5rem", mx: 0, mb: 1 },
  "[aria-disabled=true] > &": { bgcolor: "background.default", color: "text.disabled" },
} as const;

/**
 * One way on from the menu. A button and not a link: another tab would have no session, and its /signin would sign
 * this one out.
 */
export function MenuCard({ path, title, text, Icon, unavailable }: MenuEntry) {
  const navigate = useNavigate();
  const id = useId();
  const disabled = unavailable !== undefined;
  return (
    <Card sx={disabled ? unavailableCard : card}>
      <CardActionArea
        aria-disabled={disabled || undefined}
        aria-describedby={id}
        onClick={() => !disabled && navigate(path)}
        sx={area}
      >
        <Typography component="span" sx={disc}>
          <Icon aria-hidden fontSize="large" />
        </Typography>
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
