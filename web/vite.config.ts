import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";
import { postcodes } from "./postcodes/plugin.ts";
import { prerenderScreens } from "./prerender/plugin.ts";

/**
 * Modules that MUI and emotion import for features this site does not use: themes of CSS variables, the ripple (off in
 * the theme), the ring of a `loading` button, the textarea of a multi-line input, `withTheme`. Only their imports are redirected; ours get the real thing.
 * /signin is 8 kB (brotli) lighter without them.
 */
const unusedFeatures: Plugin = {
  name: "unused-features",
  enforce: "pre",
  apply: "build",
  resolveId: {
    filter: {
      id: [
        /\/(createThemeWithVars|ThemeProviderWithVars|TouchRipple)\.mjs$/,
        /\/(CircularProgress|TextareaAutosize)\/index\.mjs$/,
        /^hoist-non-react-statics$/,
      ],
    },
    handler: (_id, importer) =>
      /@mui\/material|@emotion\/react/.test(importer ?? "") ? "\0unused" : undefined,
  },
  load: {
    filter: { id: /^\0unused$/ },
    handler: () => "export default () => null; export const CssVarsProvider = () => null;",
  },
};

/**
 * The router does not say that creating a component has no side effects, so `NavLink`, `Form` and more would stay:
 * 4 kB (brotli).
 */
const droppableComponents: Plugin = {
  name: "droppable-components",
  apply: "build",
  transform: {
    filter: { id: /react-router\/dist\/.*\.mjs$/ },
    handler: (code) =>
      code
        .replace(/\bReact\d*\.(?:forwardRef|memo|createContext)\(/g, "/*#__PURE__*/ $&")
        .replace(/^\w+\.displayName = "\w+";$/gm, ""),
  },
};

export default defineConfig({
  root: import.meta.dirname,
  plugins: [unusedFeatures, droppableComponents, react(), postcodes(), prerenderScreens(import.meta.dirname)],
  build: {
    outDir: "../dist/site",
    emptyOutDir: true,
    /** The content security policy knows no `data:` scripts or styles, and every asset may be cached for ever. */
    assetsInlineLimit: 0,
    /** The built HTML needs no script to be painted, so none is fetched early. */
    modulePreload: false,
    rolldownOptions: {
      output: {
        codeSplitting: {
          /**
           * What the first screen needs, the libraries apart because they change least; whatever else a screen needs
           * stays with that screen. In one piece each: three files of our own would weigh 1 kB more than one.
           */
          groups: [
            { name: "libraries", tags: ["$initial"], test: /node_modules/ },
            { name: "portal", tags: ["$initial"] },
          ],
        },
      },
    },
  },
});
