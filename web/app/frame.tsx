import Box from "@mui/material/Box";
import Skeleton from "@mui/material/Skeleton";
import { productName } from "../../shared/product.ts";
import { Header } from "../components/header.tsx";

/** What the build draws of the screens that depend on who is signed in. The screen itself takes its place as a whole. */
export function Frame() {
  return (
    <>
      <title>{productName.full}</title>
      <Header variant="signed-in" />
      <Box
        component="main"
        aria-busy
        sx={{ maxWidth: 1144, mx: "auto", px: { xs: 1.5, sm: 3 }, py: { xs: 2, sm: 5 } }}
      >
        <Skeleton variant="text" sx={{ mb: 3, fontSize: "1.625rem", maxWidth: 240 }} />
        <Skeleton variant="rounded" sx={{ height: 240 }} />
      </Box>
    </>
  );
}
