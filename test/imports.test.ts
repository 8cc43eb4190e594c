/** Imports flow one way: a folder imports from the lines above its own. Biome refuses circles between files. */
import { globSync, readFileSync } from "node:fs";
import { join, normalize } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "..");

/** Rooms of one line import nothing of each other. */
const layers: Record<string, readonly string[]> = {
  shared: ["."],
  functions: [
    "runtime",
    "platform",
    "tasks",
    "activity documents notices phone releases",
    "voice-provider",
    "customer",
    "mail",
    "licence-key quotes sign-in-methods",
    "billing/stripe",
    "billing/customer billing/invoices billing/stripe-tasks",
    "billing/contract",
    "billing/checkout",
    "billing/events",
    "account",
    "api jobs triggers",
  ],
  web: [
    "theme lib/browser",
    "lib/storage",
    "lib/net",
    "ui lib/session",
    "lib/identity",
    "lib/api lib/navigation",
    "lib/queries",
    "lib",
    "forms",
    "flow",
    "components layout",
    "features/*",
    "app",
    "build start",
    ".",
  ],
  infra: ["."],
};
/** The folders that a folder imports. `scripts` and `test` import all. */
const folders: Record<string, readonly string[]> = {
  shared: [],
  functions: ["shared"],
  web: ["shared"],
  infra: ["shared"],
};

/** The room of a file, e.g. `web/features/menu`, and the line that it is in. */
function placeOf(path: string): { folder: string; room: string; line: number } {
  const [folder = "", ...rest] = path.split("/");
  const lines = layers[folder] ?? [];
  const names = [rest.slice(0, 2).join("/"), rest.length > 1 ? (rest[0] ?? "") : "."];
  for (const [line, rooms] of lines.entries())
    for (const room of rooms.split(" "))
      for (const name of names)
        if (room === name || (room.endsWith("/*") && name.startsWith(room.slice(0, -1))))
          return { folder, room: room.endsWith("/*") ? name : room, line };
  return { folder, room: ".", line: lines.length - 1 };
}

const imports = (file: string): string[] =>
  [...readFileSync(join(root, file), "utf8").matchAll(/(?:from|import)\s*\(?\s*"([^"]+)"/g)].map(
    ([, to = ""]) => to,
  );

function isAllowed(file: string, to: string): boolean {
  const isOwn = to.startsWith(".") || to.startsWith("#");
  if (!isOwn) return !file.startsWith("shared/") || /^(zod\/mini|@zxcvbn-ts\/.+)$/.test(to);
  const from = placeOf(file);
  const target = placeOf(to.startsWith("#") ? to.slice(1) : normalize(join(file, "..", to)));
  if (target.folder !== from.folder) return folders[from.folder]?.includes(target.folder) === true;
  return target.room === from.room || target.line < from.line;
}

test.each(Object.keys(folders))("%s imports in one direction", (folder) => {
  const sources = globSync(`${folder}/**/*.{ts,tsx}`, { cwd: root });
  expect(sources.length).toBeGreaterThan(40);
  const wrong = sources.flatMap((file) =>
    imports(file)
      .filter((to) => !isAllowed(file, to))
      .map((to) => `${file} -> ${to}`),
  );
  expect(wrong).toEqual([]);
});

test("every room has its line", () => {
  for (const folder of ["functions", "web"]) {
    const rooms = new Set(
      globSync(`${folder}/*/**/*.{ts,tsx}`, { cwd: root }).map((file) => file.split("/")[1] ?? ""),
    );
    const known = (layers[folder] ?? []).flatMap((line) => line.split(" ")).map((room) => room.split("/")[0]);
    expect([...rooms].filter((room) => !known.includes(room))).toEqual([]);
  }
});

/** Sibling features import nothing of each other, so they may use the same names. */
const isOfAnotherFeature = (file: string, feature: string): boolean =>
  file.startsWith("web/features/") && !file.startsWith(`web/features/${feature}/`);

const features = globSync("web/features/*", { cwd: root }).map((path) => path.split("/").at(-1) ?? "");

test.each([
  { folder: "functions" },
  { folder: "infra" },
  ...features.map((feature) => ({ folder: "web", feature })),
])(
  "names that a file of $folder $feature may import say which one is meant",
  ({ folder, feature = "" }: { folder: string; feature?: string }) => {
    const places = new Map<string, string[]>();
    const sources = globSync([`${folder}/**/*.{ts,tsx}`, "shared/**/*.ts"], { cwd: root });
    for (const file of sources.filter((each) => !isOfAnotherFeature(each, feature))) {
      const source = readFileSync(join(root, file), "utf8");
      const exported = /^export (?:async )?(?:const|function\*?|class|interface|type) (\w+)/gm;
      for (const [, name = ""] of source.matchAll(exported))
        places.set(name, [...(places.get(name) ?? []), file]);
    }
    // A Lambda's entry point.
    places.delete("handler");
    expect(places.size).toBeGreaterThan(100);
    expect([...places].filter(([, files]) => files.length > 1)).toEqual([]);
  },
);
