import Skeleton from "@mui/material/Skeleton";
import Stack from "@mui/material/Stack";

/** In the place of the contract while it loads: higher than most contracts, so that what is below it comes from below the fold. */
export function ContractSkeleton() {
  return (
    <Stack spacing={3} role="status" aria-label="ご契約の情報を読み込んでいます">
      <Skeleton variant="rounded" height="30rem" />
      <Skeleton width="12rem" height="2rem" />
      <Skeleton variant="rounded" height="14rem" />
    </Stack>
  );
}
