import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import react from "@vitejs/plugin-react";
import { build as bundle } from "esbuild";
import { build, type Plugin } from "vite";
import { tooOldSentence } from "#shared/site/browsers.ts";
import { guide } from "./guide.ts";

/** The prerendered pages and their CSS. */
export interface RenderedSite {
  pages: HtmlPage[];
  css: string;
}

export interface HtmlPage {
  /** The path of the file, e.g. `/signin.html`. */
  file: string;
  /** The value of `data-shows` at `#root`; see `isPrerendered`. */
  shows: string;
  title: string;
  /** The content of `#root`. */
  html: string;
}

const styles = "virtual:prerendered.css";
const resolvedStyles = "\0virtual:prerendered.css";

/** Bundles `render-site.tsx` for Node with the site's libraries, and runs it. */
async function renderScreens(root: string): Promise<RenderedSite> {
  const outDir = await mkdtemp(join(tmpdir(), "prerender-"));
  try {
    await build({
      configFile: false,
      root,
      plugins: [react(), guide()],
      ssr: { noExternal: true },
      build: { ssr: "build/render-site.tsx", outDir, emptyOutDir: true, minify: false },
      logLevel: "warn",
    });
    const bundle: { renderSite(): Promise<RenderedSite> } = await import(
      pathToFileURL(join(outDir, "render-site.js")).href
    );
    return await bundle.renderSite();
  } finally {
    await rm(outDir, { recursive: true, force: true });
  }
}

const script = /\s*<script type="module"[^>]*><\/script>/;

/** Runs in browsers without modules, which are too old. */
const tooOldScript = `
var message = document.querySelector(".start-message");
message.className += " shown";
message.textContent = ${JSON.stringify(tooOldSentence)};
`;

/** Bundles `start/start.ts` in the syntax of the first browsers with modules. */
async function startScript(root: string, siteFiles: string[], earlyCallsFile: string): Promise<string> {
  const { outputFiles } = await bundle({
    entryPoints: [join(root, "start/start.ts")],
    bundle: true,
    format: "esm",
    target: "es2015",
    minify: true,
    charset: "utf8",
    write: false,
    define: { siteFiles: JSON.stringify(siteFiles), earlyCallsFile: JSON.stringify(earlyCallsFile) },
  });
  return outputFiles[0]?.text ?? "";
}

/** Adds the scripts after the style sheet and with low priority, so that they do not delay the first paint. */
const paintFirst = (template: string, start: string, tooOld: string): string =>
  template.replace(script, "").replace(
    "\n  </head>",
    `
    <script type="module" fetchpriority="low" src="${start}"></script>
    <script nomodule defer src="${tooOld}"></script>$&`,
  );

/** Visible after a while if the scripts do not run: `theme/base.css`. */
const startMessage = `<p class="start-message" role="alert">画面の読み込みが終わっていません。操作できないときは、通信環境をご確認のうえ、<a href="">再読み込み</a>してください。</p>`;

/** Returns the built index.html with a screen. */
const filled = (template: string, { title, shows, html }: HtmlPage): string =>
  template
    .replace(/<title>.*?<\/title>/, `<title>${title}</title>`)
    .replace(
      '<div id="root"></div>',
      () => `${startMessage}\n    <div id="root" data-shows="${shows}">${html}</div>`,
    );

/**
 * The Vite plugin that prerenders screens: each becomes an HTML file, and their CSS becomes part of the
 * site's style sheet.
 */
export function prerenderScreens(root: string): Plugin {
  let rendered: RenderedSite = { pages: [], css: "" };
  let isBuild = false;
  return {
    name: "prerender-screens",
    enforce: "post",
    configResolved({ command }) {
      isBuild = command === "build";
    },
    async buildStart() {
      if (isBuild) rendered = await renderScreens(root);
    },
    resolveId: (id) => (id === styles ? resolvedStyles : undefined),
    load: (id) => (id === resolvedStyles ? rendered.css : undefined),
    generateBundle: {
      order: "post",
      async handler(_, bundle) {
        const template = bundle["index.html"];
        if (template?.type !== "asset") throw new Error("the build has no index.html");
        const entry = Object.values(bundle).find((file) => file.type === "chunk" && file.isEntry);
        if (entry?.type !== "chunk") throw new Error("the build has no entry");
        const earlyCalls = Object.values(bundle).find(
          (file) => file.type === "chunk" && file.moduleIds.some((id) => id.endsWith("app/early-calls.ts")),
        );
        if (!earlyCalls) throw new Error("the build has no early calls");
        const files = [...entry.imports, entry.fileName].map((file) => `/${file}`);
        const emit = (name: string, source: string): string =>
          `/${this.getFileName(this.emitFile({ type: "asset", name, source }))}`;
        const start = emit("start.js", await startScript(root, files, `/${earlyCalls.fileName}`));
        const html = paintFirst(String(template.source), start, emit("too-old.js", tooOldScript));
        for (const page of rendered.pages) {
          const fileName = page.file.slice(1);
          if (fileName === template.fileName) template.source = filled(html, page);
          else this.emitFile({ type: "asset", fileName, source: filled(html, page) });
        }
      },
    },
  };
}
