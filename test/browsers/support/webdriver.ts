/**
 * Firefox and WebKitGTK by the classic commands of WebDriver. Firefox gets them by Marionette, the protocol that geckodriver
 * speaks to it: Debian has no package of geckodriver.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inject, vi } from "vitest";
import { testFonts } from "#scripts/local/prerequisites/ensure-browser.ts";

/** Of each command the name in Marionette, and the method and the path that WebKit's driver knows. */
const commands = {
  open: ["NewSession", "POST", "/session"],
  navigate: ["Navigate", "POST", "/url"],
  refresh: ["Refresh", "POST", "/refresh"],
  back: ["Back", "POST", "/back"],
  resize: ["SetWindowRect", "POST", "/window/rect"],
  find: ["FindElements", "POST", "/elements"],
  label: ["GetComputedLabel", "GET", "/element/{id}/computedlabel"],
  click: ["ElementClick", "POST", "/element/{id}/click"],
  type: ["ElementSendKeys", "POST", "/element/{id}/value"],
  execute: ["ExecuteScript", "POST", "/execute/sync"],
  screenshot: ["TakeScreenshot", "GET", "/screenshot"],
} as const;

type Send = (command: keyof typeof commands, parameters?: Record<string, unknown>) => Promise<unknown>;

export interface Driver {
  send: Send;
  /** The browser's home, where it saves downloads. */
  folder: string;
  close(): Promise<void>;
}

export const browserNames = ["Firefox", "WebKitGTK"] as const;
export type BrowserName = (typeof browserNames)[number];

/** A browser without a past. */
export async function startDriver(name: BrowserName): Promise<Driver> {
  const folder = mkdtempSync(join(tmpdir(), "portal-browser-"));
  const { executable, send, close } = await { Firefox: startFirefox, WebKitGTK: startWebKit }[name](folder);
  return {
    send,
    folder,
    async close() {
      await close();
      if (executable.exitCode === null) await once(executable, "exit");
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

interface Started {
  executable: ChildProcess;
  send: Send;
  close(): unknown;
}

/** The home folder, the fonts and the language are the tests' own, as in Chromium. */
function start(command: string, args: readonly string[], folder: string): ChildProcess {
  const own = { HOME: folder, XDG_CONFIG_HOME: folder, LANGUAGE: "ja", DISPLAY: inject("browsers").display };
  const env = { ...process.env, ...testFonts, ...own };
  return spawn(command, args, { env, stdio: "ignore" });
}

async function startFirefox(folder: string): Promise<Started> {
  const settings = {
    "marionette.port": 0,
    "intl.accept_languages": "ja",
    // The sandbox reads no fonts of the tests otherwise.
    "security.sandbox.content.read_path_whitelist": join(
      import.meta.dirname,
      "../../../node_modules/@expo-google-fonts/",
    ),
    "browser.download.folderList": 2,
    "browser.download.dir": folder,
  };
  const lines = Object.entries(settings).map(
    (pair) => `user_pref(${pair.map((each) => JSON.stringify(each))});`,
  );
  writeFileSync(join(folder, "user.js"), lines.join("\n"));
  const executable = start(
    inject("browsers").firefox,
    ["--marionette", "--headless", "--no-remote", "--profile", folder],
    folder,
  );
  const readPort = () => Number(readFileSync(join(folder, "MarionetteActivePort"), "utf8"));
  const call = await connectMarionette(await vi.waitFor(readPort, 60_000));
  await call("WebDriver:NewSession", {});
  return {
    executable,
    send: (command, parameters) => call(`WebDriver:${commands[command][0]}`, parameters),
    close: () => call("Marionette:Quit", { flags: ["eForceQuit"] }),
  };
}

type Reply = [type: 1, id: number, error: { error: string; message: string } | null, result: unknown];

/** Frames are `LENGTH:JSON`: https://firefox-source-docs.mozilla.org/testing/marionette/Protocol.html */
async function connectMarionette(
  port: number,
): Promise<(name: string, parameters?: object) => Promise<unknown>> {
  const socket = connect(port, "127.0.0.1");
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
  let received = Buffer.alloc(0);
  socket.on("data", (chunk) => {
    received = Buffer.concat([received, chunk]);
    for (;;) {
      const colon = received.indexOf(":");
      const end = colon + 1 + Number(received.toString("latin1", 0, colon));
      if (colon < 0 || received.length < end) return;
      const frame = JSON.parse(received.toString("utf8", colon + 1, end)) as Reply;
      received = received.subarray(end);
      // The first frame is a greeting.
      if (Array.isArray(frame)) settle(frame);
    }
  });
  function settle([, id, error, result]: Reply): void {
    const call = waiting.get(id);
    if (error) call?.reject(new Error(`${error.error}: ${error.message}`));
    else call?.resolve(result && typeof result === "object" && "value" in result ? result.value : result);
  }
  await once(socket, "connect");
  let calls = 0;
  return (name, parameters = {}) => {
    calls += 1;
    const call = Promise.withResolvers<unknown>();
    waiting.set(calls, call);
    const frame = Buffer.from(JSON.stringify([0, calls, name, parameters]));
    socket.write(`${frame.length}:${frame}`);
    return call.promise;
  };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  return address && typeof address === "object" ? address.port : 0;
}

async function startWebKit(folder: string): Promise<Started> {
  const port = await freePort();
  const executable = start(inject("browsers").webKitDriver, [`--port=${port}`], folder);
  let session = "";
  const send: Send = async (command, { id, ...parameters } = {}) => {
    const [, method, path] = commands[command];
    const body = method === "POST" ? { body: JSON.stringify(parameters) } : {};
    const address = `http://127.0.0.1:${port}${session}${path.replace("{id}", String(id))}`;
    const response = await fetch(address, { method, ...body });
    const { value } = (await response.json()) as { value: { error: string; message: string } };
    if (!response.ok) throw new Error(`${value.error}: ${value.message}`);
    return value;
  };
  const open = () => send("open", { capabilities: { alwaysMatch: {} } });
  const { sessionId } = (await vi.waitFor(open, 60_000)) as { sessionId: string };
  session = `/session/${sessionId}`;
  return {
    executable,
    send,
    async close() {
      await fetch(`http://127.0.0.1:${port}${session}`, { method: "DELETE" }).finally(() =>
        executable.kill(),
      );
    },
  };
}
