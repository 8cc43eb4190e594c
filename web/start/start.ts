/**
 * The first script of every built page (`build/prerender.ts`): it loads the site's own scripts. Browsers that are too old for those
 * run it as well, so the build lowers its syntax, and it calls what every browser with modules has.
 */
import { isTooOld, tooOldSentence } from "#shared/site/browsers.ts";
import { recordPresses } from "./kept-press.ts";
import { hideMessage, showMessage } from "./message.ts";

/** By the build: the site's scripts, each after those that it imports, and the one that asks for a signed-in screen's data. */
declare const siteFiles: string[];
declare const earlyCallsFile: string;

/** Milliseconds before each attempt: a file that is lost once is asked for again at once. */
const pauses = [0, 0, 1_000, 4_000];

/** Specification section 9. */
const attemptMilliseconds = 120_000;

const root = document.getElementById("root") ?? document.body;
const isFrame = root.dataset.shows === "frame";
const wait = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Resolves once the element's file is there. */
const add = (element: HTMLScriptElement | HTMLLinkElement): Promise<unknown> =>
  new Promise((resolve, reject) => {
    element.onload = resolve;
    element.onerror = reject;
    document.head.appendChild(element);
  });
const preload = (href: string): Promise<unknown> =>
  add(Object.assign(document.createElement("link"), { rel: "preload", as: "script", crossOrigin: "", href }));
/** Not by `import()`, whose syntax the oldest browsers with modules do not know. */
const run = (src: string): Promise<unknown> =>
  add(Object.assign(document.createElement("script"), { type: "module", src }));

/** A proxy's page in its place has no rules, and those of a lost one cannot be read. */
function isMissing({ sheet }: HTMLLinkElement): boolean {
  try {
    return !sheet?.cssRules.length;
  } catch {
    return true;
  }
}
const missingStyles = (): HTMLLinkElement[] =>
  [...document.querySelectorAll<HTMLLinkElement>("link[rel=stylesheet]")].filter(isMissing);
async function replace(style: HTMLLinkElement): Promise<void> {
  await add(Object.assign(document.createElement("link"), { rel: "stylesheet", href: style.href }));
  style.remove();
}

/** Throws for a proxy's page in place of the file, too. */
async function load(file: string): Promise<void> {
  const response = await fetch(file);
  const type = response.headers.get("content-type") ?? "";
  if (!response.ok || !/javascript|css/.test(type)) throw new Error(`${file}: ${response.status} ${type}`);
  await response.arrayBuffer();
}

const came = (files: Promise<unknown>[]): Promise<boolean> =>
  Promise.race([Promise.all(files).then(() => true), wait(attemptMilliseconds).then(() => false)]).catch(
    () => false,
  );

/** Resolves to whether all files are in the browser's cache. */
async function fetchAll(): Promise<boolean> {
  for (const pause of pauses) {
    await wait(pause);
    if (await came([...siteFiles, ...missingStyles().map(({ href }) => href)].map(load))) return true;
  }
  return false;
}

/** Of a browser that is too old, its own sentence stays. */
function showFailure(name: string, take: () => void): void {
  if (!isTooOld()) showMessage(sentence, { name, take });
}
const sentence = "画面の一部を読み込めませんでした。通信環境をご確認のうえ、もう一度お試しください。";

/** The built page keeps the typed values. */
function offerRetry(): void {
  const retry = (): void => {
    removeEventListener("online", retry);
    if (!isTooOld()) hideMessage();
    void loadSite();
  };
  addEventListener("online", retry);
  showFailure("再試行", retry);
}

/** Files that are there now may need a page that has not failed with them. Once: they may fail for another reason. */
function reloadOnce(): void {
  const reload = (): void => location.reload();
  const [navigation] = performance.getEntriesByType("navigation");
  if (isFrame && navigation?.toJSON().type === "navigate") reload();
  else showFailure("再読み込み", reload);
}

/**
 * A signed-in screen's files are preloaded, because with `fetch` each is asked for twice. A browser remembers a preload that failed
 * until the page is loaded again, so pages with a form have `fetch`. Scripts run one after the other, each in a task of its own,
 * between which the browser answers the person.
 */
async function loadSite(): Promise<void> {
  const isPreloaded = isFrame && missingStyles().length === 0 && (await came(siteFiles.map(preload)));
  if (!isPreloaded && !(await fetchAll())) return offerRetry();
  if (isFrame && !isPreloaded) return reloadOnce();
  try {
    await Promise.all(missingStyles().map(replace));
    for (const file of siteFiles) await run(file);
  } catch {
    reloadOnce();
  }
}

/** After two seconds in any case: a page in the background is never painted. */
const painted = (): Promise<unknown> =>
  Promise.race([
    wait(2_000),
    new Promise((resolve) =>
      new PerformanceObserver(resolve).observe({ type: "paint", buffered: true }),
    ).catch(() => wait(2_000)),
  ]);

hideMessage();
if (isTooOld()) showMessage(tooOldSentence);
recordPresses(root);
// At once; without it the screen asks itself.
if (isFrame) run(earlyCallsFile).catch(() => {});
void painted().then(loadSite);
