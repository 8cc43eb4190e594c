import { createTheme } from "@mui/material/styles";
import { buttons } from "./components/buttons.ts";
import { feedback } from "./components/feedback.ts";
import { inputs } from "./components/inputs.ts";
import { navigation } from "./components/navigation.ts";
import { surfaces } from "./components/surfaces.ts";
import { palette } from "./palette.ts";
import { typography } from "./typography.ts";

/** Spacing is in rem, like the text: whoever reads at 200 % gets the same proportions. */
export const theme = createTheme({
  palette,
  typography,
  spacing: (factor: number) => `${factor / 2}rem`,
  shape: { borderRadius: 8 },
  components: { ...buttons, ...inputs, ...navigation, ...surfaces, ...feedback },
});
