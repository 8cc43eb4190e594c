import Skeleton from "@mui/material/Skeleton";
import Stack from "@mui/material/Stack";

/** In the place of the contract while it loads: as high as the summary and three invoices. */
export function ContractSkeleton() {
  return (
    <Stack spacing={3} role="status" aria-label="ご契約の情報を読み込んでいます">
      <Skeleton variant="rounded" height="24rem" />
      <Skeleton width="12rem" height="2rem" />
      <Skeleton variant="rounded" height="11rem" />
    </Stack>
  );
}
