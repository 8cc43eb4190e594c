import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin, type Rolldown } from "vite";
import { oldestBrowsers } from "#shared/site/browsers.ts";
import { guide } from "./build/guide.ts";
import { postcodes } from "./build/postcodes.ts";
import { prerenderScreens } from "./build/prerender.ts";

/** Chunks of modules that screens share, by their paths. The last one takes the others. */
const shared: readonly (readonly [name: string, modules: RegExp])[] = [
  [
    "identity",
    /node_modules\/(?:@?aws-|@smithy|js-cookie|tslib|@simplewebauthn)|identity\/(?:cognito|tokens\/token-storage|passkeys\/sign-in)/,
  ],
  [
    "fields",
    /components\/(?:payment|connection-check)|web\/forms\/(?:corporate|customer|postcode|group|select|checkbox|opt-in|required|use-l|voice)|lib\/(?:postcode|private-key)|forms\/file-|mui\/material\/(?:Radio|Checkbox|Form(?:Group|ControlLabel)|internal\/Switch)|useRovingTabIndex/,
  ],
  [
    "steps",
    /flow\/(?:call-with-code|code-entry|send-code|stepper|wizard)|mui\/material\/(?:Step|MobileStepper|LinearProgress)/,
  ],
  ["account", /./],
];
/** Dynamic imports that have no chunk of their own, because they are always needed with one of the chunks above. */
const joined: readonly (readonly [name: string, entries: RegExp])[] = [
  ["identity", /identity\/(?:cognito|passkeys\/sign-in)\.ts/],
  ["account", /web\/app\/account\.tsx/],
];
/** Modules of few screens, which stay in the screens' chunks. */
const ofFewScreens =
  /web\/features\/|\/marked\/|components\/quotes\/|forms\/guide\/(?!where-is-it)|material\/(?:Table|CardContent)|\/useMediaQuery\//;

const entry = /web\/main\.tsx/;
const earlyCalls = /web\/app\/early-calls/;

/** Returns the entries, pages and dynamic imports, that import this module statically. */
function entriesOf(id: string, context: Rolldown.ChunkingContext, seen = new Set<string>()): string[] {
  if (seen.has(id)) return [];
  seen.add(id);
  const { dynamicImporters = [], importers = [] } = context.getModuleInfo(id) ?? {};
  const own = entry.test(id) || dynamicImporters.length > 0 ? [id] : [];
  return [...own, ...importers.flatMap((importer) => entriesOf(importer, context, seen))];
}

/**
 * Names the chunk of the modules that the first screen and the early calls share. The early calls run before any other
 * script, so the chunk must contain no other module: not React, which only TanStack Query's index imports.
 */
const nameOfCommon: Rolldown.CodeSplittingNameFunction = (id, context) => {
  if (id.includes("node_modules")) return null;
  const entries = entriesOf(id, context);
  return [entry, earlyCalls].every((each) => entries.some((one) => each.test(one))) ? "common" : null;
};

const nameOfShared: Rolldown.CodeSplittingNameFunction = (id, context) => {
  const entries = entriesOf(id, context);
  const joins = joined.find(([, own]) => entries.every((each) => own.test(each)));
  if (joins) return joins[0];
  if (entries.length < 2 || ofFewScreens.test(id)) return null;
  return shared.find(([, modules]) => modules.test(id))?.[0] ?? null;
};

/** Stops the build if chunks import each other: one of them would run before the other is initialized. */
const refuseCircles = (): Plugin => ({
  name: "refuse-circles",
  generateBundle(_, bundle) {
    const importsOf = (file: string): string[] => {
      const chunk = bundle[file];
      return chunk?.type === "chunk" ? chunk.imports : [];
    };
    const reaches = (from: string, to: string, seen = new Set<string>()): boolean =>
      importsOf(from).some((file) => {
        if (file === to) return true;
        if (seen.has(file)) return false;
        seen.add(file);
        return reaches(file, to, seen);
      });
    const circle = Object.keys(bundle).filter((file) => reaches(file, file));
    if (circle.length > 0)
      throw new Error(`${circle.join(", ")} import each other: change \`shared\` in web/vite.config.ts`);
  },
});

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), guide(), postcodes(), prerenderScreens(import.meta.dirname), refuseCircles()],
  build: {
    target: Object.entries(oldestBrowsers).map(([name, version]) => `${name.toLowerCase()}${version}`),
    outDir: "../dist/site",
    emptyOutDir: true,
    /** The content security policy allows no `data:` scripts or styles, and every asset can be cached forever. */
    assetsInlineLimit: 0,
    /** The libraries of every screen are 519 kB. `test/e2e/site/route-bytes.test.ts` limits the bytes of screens. */
    chunkSizeWarningLimit: 600,
    /**
     * The prerendered HTML is painted without scripts, so no script is preloaded. A dynamic import preloads
     * its files, except for those that every screen has.
     */
    modulePreload: {
      polyfill: false,
      resolveDependencies: (_file, dependencies, { hostType }) =>
        hostType === "js"
          ? dependencies.filter((file) => !/(?:index|common|libraries|portal|rolldown-runtime)-/.test(file))
          : [],
    },
    rolldownOptions: {
      output: {
        codeSplitting: {
          /**
           * One chunk each for the first screen, its libraries, which change least, and the modules that other screens
           * share. Other modules stay with their screen. Every further chunk costs a request and compresses worse.
           */
          groups: [
            { name: nameOfCommon, debugName: "common" },
            { name: "calls", test: earlyCalls },
            { name: "libraries", tags: ["$initial"], test: /node_modules|rolldown/ },
            { name: "portal", tags: ["$initial"] },
            {
              name: nameOfShared,
              debugName: "shared",
              includeDependenciesRecursively: false,
            },
          ],
        },
      },
    },
  },
});
