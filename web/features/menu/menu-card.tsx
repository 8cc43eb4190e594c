import Card from "@mui/material/Card";
import CardActionArea from "@mui/material/CardActionArea";
import Typography from "@mui/material/Typography";
import { Fragment, useId } from "react";
import { useNavigate } from "react-router-dom";
import type { MenuEntry } from "./menu-cards.ts";

/** Specification section 9, at the usual text size: larger text makes larger cards. A phone shows rows. */
const size = { position: "relative", width: { sm: "12.5rem" }, minHeight: { sm: "15.625rem" } } as const;

const area = {
  display: "grid",
  gridTemplateColumns: { xs: "3.5rem minmax(0, 1fr)", sm: "minmax(0, 1fr)" },
  alignContent: { xs: "center", sm: "start" },
  justifyItems: { sm: "center" },
  columnGap: 2,
  p: { xs: 2, sm: 2.5 },
  pb: { xs: 0, sm: 1 },
  // The whole card is the button's.
  position: "static",
  "&::after": { content: '""', position: "absolute", inset: 0 },
  "&[aria-disabled=true]": { bgcolor: "action.hover", color: "text.secondary", cursor: "default" },
} as const;

const disc = {
  display: "grid",
  placeItems: "center",
  width: { xs: "3.5rem", sm: "5rem" },
  aspectRatio: 1,
  mb: { sm: 1.5 },
  borderRadius: "50%",
  bgcolor: "primary.main",
  color: "primary.contrastText",
  "[aria-disabled=true] > &": { bgcolor: "action.disabledBackground", color: "text.disabled" },
} as const;

const description = {
  display: "block",
  px: { xs: 2, sm: 2.5 },
  pb: 2,
  pl: { xs: "6.5rem", sm: 2.5 },
  textAlign: { sm: "center" },
} as const;

/** Breaks between its words only; read out as one. */
function Title({ words }: { words: readonly string[] }) {
  return (
    <Typography component="span" variant="h3" sx={{ wordBreak: "keep-all", alignContent: "end" }}>
      {words.map((word, index) => (
        <Fragment key={word}>
          {index > 0 && <wbr />}
          {word}
        </Fragment>
      ))}
    </Typography>
  );
}

/**
 * One way on from the menu. A button and not a link: another tab would have no session, and its /signin would sign
 * this one out.
 */
export function MenuCard({ path, title, text, Icon, unavailable }: MenuEntry) {
  const navigate = useNavigate();
  const id = useId();
  const disabled = unavailable !== undefined;
  return (
    <Card sx={size}>
      <CardActionArea
        aria-disabled={disabled || undefined}
        aria-describedby={id}
        onClick={() => !disabled && navigate(path)}
        sx={area}
      >
        <Typography component="span" sx={disc}>
          <Icon aria-hidden fontSize="large" />
        </Typography>
        <Title words={title} />
      </CardActionArea>
      <Typography id={id} variant="caption" color="textSecondary" sx={description}>
        {unavailable ?? text}
      </Typography>
    </Card>
  );
}
