import Box from "@mui/material/Box";
import ButtonBase from "@mui/material/ButtonBase";
import { Fragment, useId } from "react";
import { useNavigate } from "react-router-dom";
import type { MenuEntry } from "./menu-cards.ts";

/** Specification section 9: menu card size. */
const size = { width: 200, height: 250 };

const available = {
  bgcolor: "background.paper",
  borderColor: "divider",
  boxShadow: "0 1px 3px rgb(43 33 0 / 12%)",
  transition: "border-color 0.15s, box-shadow 0.15s",
  "&:hover": { borderColor: "secondary.main", boxShadow: "0 4px 14px rgb(43 33 0 / 18%)" },
} as const;
const greyed = {
  bgcolor: "#eceae5",
  borderColor: "#d3cec2",
  color: "#6b655a",
  cursor: "not-allowed",
} as const;

function Disc({ Icon, disabled }: Pick<MenuEntry, "Icon"> & { disabled: boolean }) {
  return (
    <Box
      component="span"
      sx={{
        display: "grid",
        placeItems: "center",
        width: 80,
        height: 80,
        borderRadius: "50%",
        bgcolor: disabled ? "#dcd8cf" : "primary.main",
        color: disabled ? "inherit" : "primary.contrastText",
      }}
    >
      <Icon aria-hidden sx={{ fontSize: 44 }} />
    </Box>
  );
}

/** Breaks between its words only; read out as one. */
function Title({ words }: { words: readonly string[] }) {
  return (
    <Box
      component="span"
      sx={{ display: "grid", placeItems: "center", minHeight: 50, fontWeight: 700, lineHeight: 1.5 }}
    >
      <Box component="span" sx={{ wordBreak: "keep-all", overflowWrap: "normal" }}>
        {words.map((word, index) => (
          <Fragment key={word}>
            {index > 0 && <wbr />}
            {word}
          </Fragment>
        ))}
      </Box>
    </Box>
  );
}

/**
 * One way on from the menu. A button and not a link: another tab would have no session, and its /signin would sign
 * this one out.
 */
export function MenuCard({ path, title, text, Icon, unavailable }: MenuEntry) {
  const navigate = useNavigate();
  const textId = useId();
  const disabled = unavailable !== undefined;
  return (
    <Box sx={{ ...size, position: "relative" }}>
      <ButtonBase
        aria-disabled={disabled || undefined}
        aria-describedby={textId}
        onClick={() => {
          if (!disabled) navigate(path);
        }}
        sx={{
          ...size,
          flexDirection: "column",
          justifyContent: "flex-start",
          gap: 1.5,
          px: 2,
          pt: 3.5,
          border: 1,
          borderRadius: 2,
          ...(disabled ? greyed : available),
        }}
      >
        <Disc Icon={Icon} disabled={disabled} />
        <Title words={title} />
      </ButtonBase>
      <Box
        id={textId}
        sx={{
          position: "absolute",
          top: 182,
          px: 2,
          width: 1,
          textAlign: "center",
          fontSize: "0.8125rem",
          lineHeight: 1.5,
          color: disabled ? greyed.color : "text.secondary",
          pointerEvents: "none",
        }}
      >
        {unavailable ?? text}
      </Box>
    </Box>
  );
}
