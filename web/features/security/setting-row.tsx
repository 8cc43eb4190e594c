import Box from "@mui/material/Box";
import Skeleton from "@mui/material/Skeleton";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import type { ReactNode, Ref } from "react";

/** Settings under a heading. */
export function SettingGroup({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <Typography variant="h2" gutterBottom>
        {title}
      </Typography>
      {children}
    </div>
  );
}

const row = {
  display: "grid",
  gridTemplateColumns: { xs: "minmax(0, 1fr)", "@sm": "minmax(0, 1fr) auto" },
  alignItems: "center",
  columnGap: 4,
  rowGap: 1.5,
  py: 2.5,
  borderTop: "1px solid",
  borderColor: "divider",
} as const;

const wide = { gridColumn: "1 / -1", "&:empty": { display: "none" } } as const;

export interface SettingRowProps {
  id: string;
  title: string;
  /** The setting's state, beside the title. */
  state?: ReactNode;
  text: string;
  /** Beside the text. On a phone, below it. */
  action?: ReactNode;
  /** Receives the focus after the focused element has disappeared. */
  headingRef?: Ref<HTMLHeadingElement>;
  /** Content below: messages, lists, forms. */
  children?: ReactNode;
}

export function SettingRow({ id, title, state, text, action, headingRef, children }: SettingRowProps) {
  return (
    <Box component="section" aria-labelledby={id} sx={row}>
      <div>
        <Stack direction="row" spacing={1} useFlexGap>
          <Typography variant="h3" id={id} ref={headingRef} tabIndex={-1}>
            {title}
          </Typography>
          {state}
        </Stack>
        <Typography variant="body2" color="textSecondary">
          {text}
        </Typography>
      </div>
      {action}
      <Stack spacing={2} sx={wide}>
        {children}
      </Stack>
    </Box>
  );
}

/** The placeholder of an action that depends on data. */
export const LoadingAction = ({ label }: { label: string }) => (
  <Skeleton role="status" aria-label={label} variant="rounded" width="13rem" height="2.75rem" />
);

/** The placeholder of a line, such as the text of an empty list. */
export const lineSkeleton = (
  <Typography variant="body2">
    <Skeleton width="16rem" />
  </Typography>
);
