import react from "@vitejs/plugin-react";
import { defineConfig, type Rolldown } from "vite";
import { postcodes } from "./build/postcodes.ts";
import { prerenderScreens } from "./build/prerender.ts";

/** What is loaded by an `import()` of its own stays a file of its own. */
const nameOfShared: Rolldown.CodeSplittingNameFunction = (id, context) =>
  context.getModuleInfo(id)?.dynamicImporters.length ? null : "shared";

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), postcodes(), prerenderScreens(import.meta.dirname)],
  build: {
    outDir: "../dist/site",
    emptyOutDir: true,
    /** The content security policy knows no `data:` scripts or styles, and every asset may be cached for ever. */
    assetsInlineLimit: 0,
    /**
     * The built HTML needs no script to be painted, so none is fetched early. A dynamic import fetches all its files at once, but
     * for those that every screen has.
     */
    modulePreload: {
      polyfill: false,
      resolveDependencies: (_file, dependencies, { hostType }) =>
        hostType === "js"
          ? dependencies.filter((file) => !/(?:index|libraries|portal|rolldown-runtime)-/.test(file))
          : [],
    },
    rolldownOptions: {
      output: {
        codeSplitting: {
          /**
           * What the first screen needs, the libraries apart because they change least, and what most other screens share; whatever
           * else a screen needs stays with that screen. In one piece each: every file more costs a request and compresses worse.
           */
          groups: [
            { name: "libraries", tags: ["$initial"], test: /node_modules/ },
            { name: "portal", tags: ["$initial"] },
            { name: nameOfShared, debugName: "shared", minShareCount: 8 },
          ],
        },
      },
    },
  },
});
