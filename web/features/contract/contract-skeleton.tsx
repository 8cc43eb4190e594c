import Skeleton from "@mui/material/Skeleton";
import Stack from "@mui/material/Stack";

/** In the place of the contract while it loads. */
export function ContractSkeleton() {
  return (
    <Stack spacing={2} role="status" aria-label="ご契約の情報を読み込んでいます">
      <Skeleton variant="rounded" height="5rem" />
      {["12rem", "16rem", "14rem", "18rem", "10rem"].map((width) => (
        <Skeleton key={width} width={width} />
      ))}
      <Skeleton variant="rounded" height="10rem" />
    </Stack>
  );
}
