import Box from "@mui/material/Box";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { CopyButton } from "#web/ui/copy-button.tsx";

/** The file's SHA-256, to verify a download. */
export function Fingerprint({ sha256 }: { sha256: string }) {
  return (
    <Stack direction="row" spacing={0.5}>
      <Typography variant="caption" color="textSecondary" sx={{ minWidth: 0 }}>
        SHA-256{" "}
        <Box component="code" translate="no" sx={{ fontSize: "0.75rem", wordBreak: "break-all" }}>
          {sha256}
        </Box>
      </Typography>
      <CopyButton text={sha256} label="SHA-256をコピー" />
    </Stack>
  );
}

const units = ["B", "kB", "MB", "GB"] as const;
const number = new Intl.NumberFormat("ja-JP", { maximumFractionDigits: 1 });

/** Formats bytes as `12.3 MB`. */
export function formatSize(bytes: number): string {
  const power = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(bytes, 1)) / 3));
  return `${number.format(bytes / 1000 ** power)} ${units[power]}`;
}
