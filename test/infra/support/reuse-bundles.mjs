/** Loaded before the CDK's app: esbuild's place is taken by a copy of the bundles in the directory `BUNDLES`. */
import { registerHooks } from "node:module";

const copy = `
  import { cpSync } from "node:fs";
  export const buildSync = ({ outdir }) => cpSync(process.env.BUNDLES, outdir, { recursive: true });`;
registerHooks({
  resolve: (specifier, context, next) =>
    specifier === "esbuild"
      ? { url: `data:text/javascript,${encodeURIComponent(copy)}`, shortCircuit: true }
      : next(specifier, context),
});
