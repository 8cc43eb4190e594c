import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { CopyButton } from "#web/components/copy-button.tsx";
import { Disclosure } from "#web/components/disclosure.tsx";

/** What a careful person checks the file against. */
export function Fingerprint({ sha256 }: { sha256: string }) {
  return (
    <Disclosure title="SHA-256">
      <Stack direction="row" spacing={0.5}>
        <Typography component="code" variant="caption">
          {sha256}
        </Typography>
        <CopyButton text={sha256} label="SHA-256をコピー" />
      </Stack>
    </Disclosure>
  );
}
