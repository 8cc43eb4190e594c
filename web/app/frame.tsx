import Container from "@mui/material/Container";
import Skeleton from "@mui/material/Skeleton";
import Stack from "@mui/material/Stack";
import { productName } from "#shared/site/product.ts";
import { SignedInFrame } from "#web/components/navigation/signed-in-frame.tsx";

/** The build draws this frame for screens that depend on the signed-in customer. The screen replaces it as a whole. */
export function Frame() {
  return (
    <SignedInFrame>
      <title>{productName.full}</title>
      <Container component="main" maxWidth="lg" aria-busy>
        <Stack spacing={3}>
          <Skeleton variant="rounded" width="15rem" height="2.25rem" />
          <Skeleton variant="rounded" height="15rem" />
        </Stack>
      </Container>
    </SignedInFrame>
  );
}
