import Box from "@mui/material/Box";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { CopyButton } from "#web/components/copy-button.tsx";

/** The file's SHA-256, to check a download against. */
export function Fingerprint({ sha256 }: { sha256: string }) {
  return (
    <Stack direction="row" spacing={0.5}>
      <Typography variant="caption" color="textSecondary" sx={{ minWidth: 0 }}>
        SHA-256{" "}
        <Box component="code" sx={{ fontSize: "0.75rem", wordBreak: "break-all" }}>
          {sha256}
        </Box>
      </Typography>
      <CopyButton text={sha256} label="SHA-256をコピー" />
    </Stack>
  );
}
