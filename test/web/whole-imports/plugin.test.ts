import { describe, expect, test } from "vitest";
import { fetchBeforeImports } from "#web/whole-imports/plugin.ts";

const chunk = (imports: string[], dynamicImports: string[] = [], isEntry = false) => ({
  imports,
  dynamicImports,
  isEntry,
});

const chunks = {
  "assets/index.js": chunk(["assets/libraries.js"], ["assets/menu.js", "assets/part.js"], true),
  "assets/libraries.js": chunk([]),
  "assets/part.js": chunk(["assets/libraries.js"]),
  "assets/menu.js": chunk(["assets/query.js", "assets/index.js"], ["assets/card.js"]),
  "assets/query.js": chunk(["assets/cache.js"]),
  "assets/cache.js": chunk(["assets/query.js"]),
  "assets/card.js": chunk(["assets/cache.js"], ["assets/libraries.js"]),
};

const built = (file: keyof typeof chunks, code: string) => fetchBeforeImports(code, chunks[file], chunks);

describe("each dynamic import waits for all its files", () => {
  test("also for those that its imports import, and not for what the first screen has", () => {
    expect(built("assets/index.js", "a(import(`./menu.js`));b(import('./part.js'))")).toBe(
      'a(fetchFiles("menu.js query.js cache.js").then(()=>import(`./menu.js`)));b(fetchFiles("part.js").then(()=>import(\'./part.js\')))',
    );
  });

  test("each time that it is imported", () => {
    expect(built("assets/menu.js", 'import("./card.js"),import("./card.js")')).toBe(
      Array(2).fill('fetchFiles("card.js cache.js query.js").then(()=>import("./card.js"))').join(),
    );
  });

  test("unless the first screen has them all", () => {
    expect(built("assets/card.js", 'import("./libraries.js")')).toBe('import("./libraries.js")');
  });

  test("and an import that is written in another way ends the build", () => {
    expect(() => built("assets/menu.js", "load(card)")).toThrow("assets/card.js was not found");
  });
});
