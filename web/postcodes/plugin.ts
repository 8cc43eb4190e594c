import type { Plugin } from "vite";
import { postcodeFiles } from "./files.ts";

/** Adds the postcode files to the site; `import.meta.env.VITE_POSTCODES` is their directory. */
export function postcodes(): Plugin {
  const { directory, files } = postcodeFiles();
  return {
    name: "postcodes",
    config: () => ({ define: { "import.meta.env.VITE_POSTCODES": JSON.stringify(`/${directory}`) } }),
    configureServer: ({ middlewares }) => {
      middlewares.use((request, response, next) => {
        const file = files.get((request.url ?? "").slice(1));
        if (file === undefined) next();
        else response.setHeader("content-type", "application/json").end(file);
      });
    },
    generateBundle() {
      for (const [fileName, source] of files) this.emitFile({ type: "asset", fileName, source });
    },
  };
}
