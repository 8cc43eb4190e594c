import Box from "@mui/material/Box";
import Link from "@mui/material/Link";
import Typography from "@mui/material/Typography";
import { Link as RouterLink } from "react-router-dom";
import { productName } from "#shared/site/product.ts";
import type { Path } from "#web/routes/paths.ts";
import { veryNarrow } from "#web/theme/media.ts";

const row = { display: "flex", alignItems: "center", gap: 1.25, flexShrink: 0 } as const;

const name = { display: "grid", lineHeight: 1.25, [veryNarrow]: { display: "none" } } as const;

/** A handset inside a speech bubble; `public/favicon.svg` is the same drawing. */
export function LogoMark() {
  return (
    <Box
      component="svg"
      viewBox="0 0 40 40"
      aria-hidden
      focusable={false}
      sx={{ width: "2.5rem", flexShrink: 0 }}
    >
      <path
        fill="#2b2100"
        d="M12 3h16a10 10 0 0 1 10 10v10a10 10 0 0 1-10 10h-9.2l-7.3 5.3A1.6 1.6 0 0 1 9 37v-4.5A10 10 0 0 1 2 23V13A10 10 0 0 1 12 3Z"
      />
      <path
        fill="#f6b602"
        d="M14.3 9.6c.6-.5 1.5-.4 2 .2l2.3 3.1c.4.6.4 1.4-.1 1.9l-1.4 1.5a.9.9 0 0 0-.1 1 11.6 11.6 0 0 0 4.9 4.7c.4.2.8.1 1-.2l1.4-1.5c.5-.5 1.3-.6 1.9-.2l3.2 2.2c.6.4.8 1.3.3 1.9-1.1 1.5-2.7 2.7-4.7 2.3-6.4-1.3-11.3-6-12.9-12.2-.5-1.9.6-3.6 2.2-4.7Z"
      />
    </Box>
  );
}

interface LogoProps {
  /** The logo leads there. */
  to: Path;
  /** Leaves the name out on a small screen. */
  compact: boolean;
}

/** Mark and name of the product, as they stand in the top bar. */
export function Logo({ to, compact }: LogoProps) {
  return (
    <Link
      component={RouterLink}
      to={to}
      color="inherit"
      underline="none"
      aria-label={productName.full}
      sx={row}
    >
      <LogoMark />
      {/* The space is for the name as it is read out, which holds one. */}
      <Box component="span" sx={[name, compact && { display: { xs: "none", sm: "grid" } }]}>
        <Typography component="span" variant="h3" noWrap>
          {productName.short}
        </Typography>{" "}
        <Typography component="span" variant="caption" noWrap sx={{ lineHeight: "inherit" }}>
          {productName.portal}
        </Typography>
      </Box>
    </Link>
  );
}
