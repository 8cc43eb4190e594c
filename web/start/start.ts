/**
 * The first script of every prerendered page (`build/prerender.ts`). It loads the site's scripts. Browsers
 * that are too old for those run it too, so the build lowers its syntax, and it calls only functions of the
 * first browsers with modules.
 */
import { isTooOld, tooOldSentence } from "#shared/site/browsers.ts";

/**
 * Set by the build: the site's scripts, each after its imports, and the script that calls the API for a
 * signed-in screen.
 */
declare const siteFiles: string[];
declare const earlyCallsFile: string;

/** Milliseconds before each attempt. The second attempt is immediate. */
const pauses = [0, 0, 1_000, 4_000];

/** Specification section 9. */
const attemptMilliseconds = 120_000;

const root = document.getElementById("root") ?? document.body;
const isFrame = root.dataset.shows === "frame";
const wait = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Resolves once the element's file is loaded. */
const add = (element: HTMLScriptElement | HTMLLinkElement): Promise<unknown> =>
  new Promise((resolve, reject) => {
    element.onload = resolve;
    element.onerror = reject;
    document.head.appendChild(element);
  });
const preload = (href: string): Promise<unknown> =>
  add(Object.assign(document.createElement("link"), { rel: "preload", as: "script", crossOrigin: "", href }));
/** Without `import()`, whose syntax the first browsers with modules do not support. */
const run = (src: string): Promise<unknown> =>
  add(Object.assign(document.createElement("script"), { type: "module", src }));

/** Whether a style sheet is missing: a proxy's page has no rules, and the rules of a failed one cannot be read. */
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

/** Loads a file into the browser's cache. Also throws if a proxy returns a page instead. */
async function load(file: string): Promise<void> {
  const response = await fetch(file);
  const type = response.headers.get("content-type") ?? "";
  if (!response.ok || !/javascript|css/.test(type)) throw new Error(`${file}: ${response.status} ${type}`);
  await response.arrayBuffer();
}

const areLoaded = (files: Promise<unknown>[]): Promise<boolean> =>
  Promise.race([Promise.all(files).then(() => true), wait(attemptMilliseconds).then(() => false)]).catch(
    () => false,
  );

/** Resolves to whether all files are in the browser's cache. */
async function fetchAll(): Promise<boolean> {
  for (const pause of pauses) {
    await wait(pause);
    if (await areLoaded([...siteFiles, ...missingStyles().map(({ href }) => href)].map(load))) return true;
  }
  return false;
}

/** The element of the prerendered page that is visible if the scripts do not run. */
const box = document.querySelector<HTMLElement>(".start-message");

/** Shows a message above the page, with an optional button. */
function showMessage(sentence: string, action?: { name: string; run: () => void }): void {
  if (!box) return;
  box.hidden = false;
  box.classList.add("shown");
  box.textContent = sentence;
  if (!action) return;
  const button = document.createElement("button");
  button.textContent = action.name;
  button.onclick = action.run;
  box.appendChild(button);
}

function hideMessage(): void {
  if (box) box.hidden = true;
}

/** Shows a failure, unless the message about a browser that is too old is shown. */
function showFailure(name: string, action: () => void): void {
  if (!isTooOld()) showMessage(sentence, { name, run: action });
}
const sentence = "画面の一部を読み込めませんでした。通信環境をご確認のうえ、もう一度お試しください。";

/** Retries without a reload, so that the prerendered page keeps typed values. */
function offerRetry(): void {
  const retry = (): void => {
    removeEventListener("online", retry);
    if (!isTooOld()) hideMessage();
    void loadSite();
  };
  addEventListener("online", retry);
  showFailure("再試行", retry);
}

/**
 * Reloads a page after a failed preload or script, because browsers repeat the failure until a reload.
 * Automatically only once, because the cause can be another.
 */
function reloadOnce(): void {
  const reload = (): void => location.reload();
  const [navigation] = performance.getEntriesByType("navigation");
  if (isFrame && navigation?.toJSON().type === "navigate") reload();
  else showFailure("再読み込み", reload);
}

/**
 * Loads the site. A signed-in screen preloads its files, because `fetch` requests each file twice. Browsers
 * remember a failed preload until a reload, so pages with forms use `fetch`. The scripts run in tasks of
 * their own, between which the browser stays responsive.
 */
async function loadSite(): Promise<void> {
  const isPreloaded = isFrame && missingStyles().length === 0 && (await areLoaded(siteFiles.map(preload)));
  if (!isPreloaded && !(await fetchAll())) return offerRetry();
  if (isFrame && !isPreloaded) return reloadOnce();
  try {
    await Promise.all(missingStyles().map(replace));
    for (const file of siteFiles) await run(file);
  } catch {
    reloadOnce();
  }
}

/** Resolves after the first paint, or after two seconds, because a page in the background is never painted. */
const painted = (): Promise<unknown> =>
  Promise.race([
    wait(2_000),
    new Promise((resolve) =>
      new PerformanceObserver(resolve).observe({ type: "paint", buffered: true }),
    ).catch(() => wait(2_000)),
  ]);

/** Keeps a press on the prerendered page, and discards the one before. `forms/early-input.ts` repeats it. */
function keepPress(button?: HTMLButtonElement | null): void {
  if (window.earlyPress) delete window.earlyPress.dataset.pressed;
  window.earlyPress = button ?? undefined;
  if (button) button.dataset.pressed = "";
}

function keepEarlyPresses(root: HTMLElement): void {
  const isPrerendered = (): boolean => "shows" in root.dataset && !("hydrates" in root.dataset);
  root.addEventListener("click", ({ target }) => {
    const button = target instanceof Element ? target.closest("button") : null;
    if (button && isPrerendered()) keepPress(button);
  });
  // Typing discards a press.
  root.addEventListener("input", () => isPrerendered() && keepPress());
}

hideMessage();
if (isTooOld()) showMessage(tooOldSentence);
keepEarlyPresses(root);
// Starts at once. If it fails, the screen calls the API.
if (isFrame) run(earlyCallsFile).catch(() => {});
void painted().then(loadSite);
