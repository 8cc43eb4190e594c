/** A page as a person has it before them: by the roles and labels that the browser itself computes. */
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, vi } from "vitest";
import { portalUrl } from "../../e2e/support/local.ts";
import { type BrowserName, browserNames, type Driver, startDriver } from "./webdriver.ts";

const selectors = {
  button: "button, [role=button]",
  link: "a[href]",
  field: "input, textarea",
  heading: "h1, h2",
};
type Kind = keyof typeof selectors;
type Name = string | RegExp;

const matches = (text: string, name: Name): boolean =>
  typeof name === "string" ? text === name : name.test(text);
/** https://www.w3.org/TR/webdriver2/#elements */
const elementKey = "element-6066-11e4-a52e-4f735466cecf";
const backspace = "\uE003";
const idOf = (element: unknown): string => (element as Record<typeof elementKey, string>)[elementKey];

/** An error of the check is a reason to check again: the screen may be on its way. */
const eventually = <T>(check: () => Promise<T>): Promise<T> =>
  vi.waitFor(check, { timeout: 30_000, interval: 100 });

export class Page {
  readonly #driver: Driver;
  constructor(driver: Driver) {
    this.#driver = driver;
  }

  /** Runs a function in the page. */
  run<T, Args extends unknown[]>(work: (...args: Args) => T, ...args: Args): Promise<T> {
    const script = `return (${work}).apply(null, arguments)`;
    return this.#driver.send("execute", { script, args }) as Promise<T>;
  }

  async open(path: string): Promise<void> {
    await this.#driver.send("navigate", { url: `${portalUrl()}${path}` });
    await this.#isAlive();
  }
  async reload(): Promise<void> {
    await this.#driver.send("refresh");
    await this.#isAlive();
  }
  back = () => this.#driver.send("back");
  /** The screen answers the person itself. */
  #isAlive = () => this.#becomes(() => !document.querySelector("#root[data-shows]"));

  #becomes<Args extends unknown[]>(isSo: (...args: Args) => boolean, ...args: Args): Promise<void> {
    return eventually(async () => {
      if (await this.run(isSo, ...args)) return;
      const shown = await this.run(() => `${location.pathname}\n${document.body.textContent}`);
      throw new Error(`Not ${isSo} with ${args.join(", ")} at ${shown}`);
    });
  }

  /** An element's own, by a script whose argument it is. */
  #evaluate = (script: string, id: string) =>
    this.#driver.send("execute", { script, args: [{ [elementKey]: id }] });

  async #find(kind: Kind, name: Name): Promise<string> {
    const { send } = this.#driver;
    const found = (await send("find", { using: "css selector", value: selectors[kind] })) as unknown[];
    const labels: unknown[] = [];
    for (const id of found.map(idOf)) {
      // WebKitGTK's driver answers an error for an element that a screen reader does not meet.
      const label = await send("label", { id }).then(String, () => "");
      if (matches(label, name)) return id;
      labels.push(label);
    }
    throw new Error(`No ${kind} ${name} among: ${labels.join(", ")}`);
  }
  /** WebDriver refuses what a person could not reach either, before it does anything. */
  #act = (kind: Kind, name: Name, action: (id: string) => Promise<unknown>) =>
    eventually(async () => {
      const id = await this.#find(kind, name);
      // WebKitGTK's driver does not scroll to all that it clicks.
      await this.#evaluate('arguments[0].scrollIntoView({ block: "center", behavior: "instant" })', id);
      await action(id).catch((cause) => {
        throw new Error(`${kind} ${name}: ${cause}`, { cause });
      });
    });

  press = (name: Name) => this.#act("button", name, (id) => this.#driver.send("click", { id }));
  follow = (name: Name) => this.#act("link", name, (id) => this.#driver.send("click", { id }));
  /** A box or a radio button, where it is drawn: the input itself has no opacity. */
  choose = (name: Name) =>
    this.#act("field", name, async (id) => {
      const drawn = await this.#evaluate("return arguments[0].parentElement", id);
      await this.#driver.send("click", { id: idOf(drawn) });
    });
  /** Erases what is there, and types. */
  fill = (name: Name, text: string) =>
    this.#act("field", name, async (id) => {
      const held = String(await this.#evaluate("return arguments[0].value", id));
      await this.#driver.send("type", { id, text: `${backspace.repeat(held.length)}${text}` });
    });
  async fillAll(fields: Readonly<Record<string, string>>): Promise<void> {
    for (const [label, text] of Object.entries(fields)) await this.fill(label, text);
  }
  upload = (name: Name, path: string) =>
    this.#act("field", name, (id) => this.#driver.send("type", { id, text: path }));

  sees = (text: string, where = "#root") =>
    this.#becomes(
      (wanted, selector) =>
        [...document.querySelectorAll<HTMLElement>(selector)].some((each) =>
          each.textContent.includes(wanted),
        ),
      text,
      where,
    );
  seesAlert = (text: string) => this.sees(text, "[role=alert]");
  seesTitle = (title: string) => this.#act("heading", title, async () => undefined);
  /** The screen's texts, and not only the titles of the built page, say where their lines may break. */
  breaksLines = () => this.#becomes(() => document.querySelector("main p wbr") !== null);
  isAt = (path: string) => this.#becomes((wanted) => location.pathname === wanted, path);
  holds = (name: string, value: string) =>
    this.#act("field", name, async (id) => {
      const held = await this.#evaluate("return arguments[0].value", id);
      if (held !== value) throw new Error(`${name} holds ${held}, and not ${value}`);
    });

  /** The bytes of the file that the browser saved. */
  download = (name: RegExp): Promise<Buffer> =>
    eventually(async () => {
      const { folder } = this.#driver;
      const saved = readdirSync(folder).find(
        (file) => name.test(file) && statSync(join(folder, file)).size > 0,
      );
      if (saved === undefined) throw new Error(`No ${name} among: ${readdirSync(folder).join(", ")}`);
      return readFileSync(join(folder, saved));
    });

  /** As somebody who signed in a moment ago. */
  async openAs(
    { loginId, idToken, stored }: { loginId: string; idToken: string; stored: Record<string, string> },
    path: string,
  ): Promise<void> {
    await this.open("/robots.txt");
    await this.run((values) => Object.assign(sessionStorage, values), { ...stored, loginId, idToken });
    await this.open(path);
  }

  /** On /signin. */
  async signIn({ loginId, password }: Record<"loginId" | "password", string>): Promise<void> {
    await this.seesTitle("ログイン");
    await this.fillAll({ ログインID: loginId, パスワード: password });
    await this.press("ログイン");
  }
}

/** The same journeys in each browser, with a new one for each. */
export function inEachBrowser(journeys: (page: () => Page, name: BrowserName) => void): void {
  describe.each(browserNames)("in %s", (name) => {
    let driver: Driver;
    let page: Page;
    beforeEach(async () => {
      driver = await startDriver(name);
      page = new Page(driver);
      await driver.send("resize", { width: 1280, height: 1000 });
    });
    afterEach(() => driver.close());
    journeys(() => page, name);
  });
}
