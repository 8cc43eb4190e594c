import Skeleton from "@mui/material/Skeleton";
import Stack from "@mui/material/Stack";
import { session } from "#web/lib/session.ts";

/** In the place of the contract while it loads: higher than most contracts, so that what is below it comes from below the fold. */
export function ContractSkeleton() {
  const isTrial = session.read("plan") === "trial";
  return (
    <Stack spacing={3} role="status" aria-label="ご契約の情報を読み込んでいます">
      <Skeleton variant="rounded" height={isTrial ? "13rem" : "30rem"} />
      {!isTrial && <Skeleton variant="rounded" height="16rem" />}
    </Stack>
  );
}
