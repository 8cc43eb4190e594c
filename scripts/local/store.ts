import { generateKeyPairSync } from "node:crypto";
import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Scope } from "./scope.ts";

interface Part {
  snapshot(): unknown;
  restore(saved: unknown): void;
}

export interface KeyPair {
  publicKey: string;
  privateKey: string;
}

export const newKeyPair = (): KeyPair =>
  generateKeyPairSync("rsa", {
    modulusLength: 2048,
    publicKeyEncoding: { type: "spki", format: "pem" },
    privateKeyEncoding: { type: "pkcs8", format: "pem" },
  });

const saveDelayMs = 300;

/** Keeps the parts' state as JSON files in `directory`, up to the end of the scope; without one, nothing is kept. */
export function createStore(directory: string | undefined, scope: Scope) {
  let parts: Record<string, Part> = {};
  let isWaiting = false;

  const fileOf = (name: string): string => join(directory ?? "", `${name}.json`);
  const read = (name: string): unknown => {
    if (!directory) return undefined;
    try {
      return JSON.parse(readFileSync(fileOf(name), "utf8"));
    } catch {
      return undefined;
    }
  };
  const write = (name: string, value: unknown): void => {
    if (!directory || value === undefined) return;
    mkdirSync(directory, { recursive: true });
    writeFileSync(`${fileOf(name)}.new`, JSON.stringify(value), { mode: 0o600 });
    renameSync(`${fileOf(name)}.new`, fileOf(name));
  };
  const save = (): void => {
    isWaiting = false;
    for (const [name, part] of Object.entries(parts)) write(name, part.snapshot());
  };

  scope.own({ close: save });
  return {
    /** A value that is made once and then stays, such as a key pair. */
    keep<T>(name: string, make: () => T): T {
      const known = read(name) as T | undefined;
      if (known !== undefined) return known;
      const made = make();
      write(name, made);
      return made;
    },
    /** True when an earlier run left something behind. */
    restore(all: Record<string, Part>): boolean {
      parts = all;
      let found = false;
      for (const [name, part] of Object.entries(parts)) {
        const saved = read(name);
        if (saved === undefined) continue;
        part.restore(saved);
        found = true;
      }
      return found;
    },
    saveSoon(): void {
      if (!directory || isWaiting) return;
      isWaiting = true;
      scope.after(saveDelayMs, save);
    },
  };
}
export type Store = ReturnType<typeof createStore>;
