import Box from "@mui/material/Box";
import { MenuCard } from "./menu-card.tsx";
import type { MenuEntry } from "./menu-cards.ts";

/** Columns of a card's width, spread over the page; rows on a phone. */
const grid = {
  display: "grid",
  gridTemplateColumns: { xs: "minmax(0, 1fr)", sm: "repeat(auto-fill, 12.5rem)" },
  /** From 1,200 px on five of them fill the row. */
  justifyContent: { sm: "start", lg: "space-between" },
  columnGap: { sm: 3, lg: 1 },
  rowGap: { xs: 1.5, sm: 3 },
  m: 0,
  p: 0,
  listStyle: "none",
} as const;

interface CardGridProps {
  entries: readonly MenuEntry[];
  asLinks?: boolean;
}

export function CardGrid({ entries, asLinks = false }: CardGridProps) {
  return (
    <Box component="ul" sx={grid}>
      {entries.map((entry) => (
        <li key={entry.path}>
          <MenuCard {...entry} asLink={asLinks} />
        </li>
      ))}
    </Box>
  );
}
