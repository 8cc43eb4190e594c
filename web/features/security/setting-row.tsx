import Box from "@mui/material/Box";
import Skeleton from "@mui/material/Skeleton";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import type { ReactNode, Ref } from "react";

/** Several settings under one heading. */
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
  /** Explains the setting. */
  text: string;
  /** At the right; below the text on a phone. */
  action?: ReactNode;
  /** Takes the focus when what had it is gone. */
  headingRef?: Ref<HTMLHeadingElement>;
  /** Below: what was done, lists, forms. */
  children?: ReactNode;
}

/** One setting of the account. */
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

/** In the place of an action that depends on what is being asked. */
export const LoadingAction = ({ label }: { label: string }) => (
  <Skeleton role="status" aria-label={label} variant="rounded" width="13rem" height="2.75rem" />
);

/** In the place of a line, such as the sentence that a list is empty: most customers have no passkey. */
export const lineSkeleton = (
  <Typography variant="body2">
    <Skeleton width="16rem" />
  </Typography>
);
