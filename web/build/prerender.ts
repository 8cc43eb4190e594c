import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import react from "@vitejs/plugin-react";
import { build, type Plugin } from "vite";
import { guide } from "./guide.ts";

/** The result of rendering the screens, which runs as the site, for the build, which runs in Node. */
export interface RenderedSite {
  pages: HtmlPage[];
  css: string;
}

export interface HtmlPage {
  /** Below the site's root, e.g. `/signin.html`. */
  file: string;
  /** The value of `data-shows` at `#root`; see `isPrerendered`. */
  shows: string;
  title: string;
  /** Inside `#root`. */
  html: string;
}

const styles = "virtual:prerendered.css";
const resolvedStyles = "\0virtual:prerendered.css";

/** Bundles `render-site.tsx` for Node with the same libraries as the site's, and runs it. */
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

/** Keeps a press until the site can do it: `forms/early-input.ts`. */
const pressScript = `
const root = document.getElementById("root");
const keepPress = (button) => {
  delete window.earlyPress?.dataset.pressed;
  window.earlyPress = button;
  if (button) button.dataset.pressed = "";
};
const isBuilt = () => "shows" in root.dataset && !("hydrates" in root.dataset);
addEventListener("click", ({ target }) => {
  const button = target.closest("button");
  if (button && isBuilt()) keepPress(button);
});
addEventListener("input", () => isBuilt() && keepPress());
`;

/**
 * Asks for the site's scripts when the browser tells that the page has been painted, and after two seconds in any case: a page in
 * the background is never painted. Without a connection they load as soon as there is one. They run one after the other,
 * each in a task of its own, between which the browser answers the person.
 *
 * A signed-in screen's data is asked for at once. Its scripts are preloaded, because with `fetch` each file is asked for
 * twice. A browser remembers a preload that failed until the page is loaded again, so pages with a form keep `fetch`.
 */
const startScript = (files: string[], earlyCalls: string): string => `${pressScript}
const isFrame = root.dataset.shows === "frame";
if (isFrame) import("${earlyCalls}").catch(() => {});
const files = ${JSON.stringify(files)};
const preload = (href) => new Promise((resolve, reject) => {
  const link = Object.assign(document.createElement("link"), { rel: "preload", as: "script", crossOrigin: "", href });
  link.addEventListener("load", resolve);
  link.addEventListener("error", reject);
  document.head.append(link);
});
const load = async (file) => (await fetch(file)).arrayBuffer();
const fetchAll = () => Promise.all(files.map(isFrame ? preload : load));
const runAll = async () => { for (const file of files) await import(file); };
const again = () => (isFrame ? location.reload() : start());
const start = () => fetchAll().then(runAll).catch(() => addEventListener("online", again, { once: true }));
const painted = new Promise((resolve) => {
  new PerformanceObserver(resolve).observe({ type: "paint", buffered: true });
  setTimeout(resolve, 2000);
});
painted.then(start);
`;

/** The script comes after the style sheet and at low priority: it must not hold up the paint. */
const paintFirst = (template: string, source: string): string =>
  template
    .replace(script, "")
    .replace("\n  </head>", `\n    <script type="module" fetchpriority="low" src="${source}"></script>$&`);

/** The built index.html, filled with one screen. */
const filled = (template: string, { title, shows, html }: HtmlPage): string =>
  template
    .replace(/<title>.*?<\/title>/, `<title>${title}</title>`)
    .replace('<div id="root"></div>', () => `<div id="root" data-shows="${shows}">${html}</div>`);

/** Renders the screens while the site is built: their CSS becomes part of the site's one style sheet, each an HTML file. */
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
      handler(_, bundle) {
        const template = bundle["index.html"];
        if (template?.type !== "asset") throw new Error("the build has no index.html");
        const entry = Object.values(bundle).find((file) => file.type === "chunk" && file.isEntry);
        if (entry?.type !== "chunk") throw new Error("the build has no entry");
        const earlyCalls = Object.values(bundle).find(
          (file) => file.type === "chunk" && file.moduleIds.some((id) => id.endsWith("app/early-calls.ts")),
        );
        if (!earlyCalls) throw new Error("the build has no early calls");
        const files = [...entry.imports, entry.fileName].map((file) => `/${file}`);
        const start = this.emitFile({
          type: "asset",
          name: "start.js",
          source: startScript(files, `/${earlyCalls.fileName}`),
        });
        const html = paintFirst(String(template.source), `/${this.getFileName(start)}`);
        for (const page of rendered.pages) {
          const fileName = page.file.slice(1);
          if (fileName === template.fileName) template.source = filled(html, page);
          else this.emitFile({ type: "asset", fileName, source: filled(html, page) });
        }
      },
    },
  };
}
