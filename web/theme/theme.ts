import { createTheme } from "@mui/material/styles";
import { buttons } from "./components/buttons.ts";
import { dialogs } from "./components/dialogs.ts";
import { feedback } from "./components/feedback.ts";
import { inputs } from "./components/inputs.ts";
import { layout } from "./components/layout.ts";
import { navigation } from "./components/navigation.ts";
import { surfaces } from "./components/surfaces.ts";
import { palette } from "./palette.ts";
import { typography } from "./typography.ts";

/**
 * Spacing is in rem and breakpoints are in em, like the text: who reads at 200 % gets the same proportions, and the layout
 * of a screen half as wide.
 */
export const theme = createTheme({
  palette,
  typography,
  breakpoints: { unit: "em", values: { xs: 0, sm: 37.5, md: 56.25, lg: 75, xl: 96 } },
  mixins: { toolbar: { minHeight: "4rem" } },
  spacing: (factor: number) => `${factor / 2}rem`,
  shape: { borderRadius: 8 },
  components: { ...layout, ...buttons, ...inputs, ...navigation, ...surfaces, ...dialogs, ...feedback },
});
