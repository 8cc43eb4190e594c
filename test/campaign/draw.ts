/** The part of a long table that one run tries. `npm run test:all -- --thorough` tries all of it. */
import { createHash } from "node:crypto";

const { TEST_SEED: seed = "0", TEST_THOROUGH: thorough } = process.env;
export const isThorough = thorough !== undefined;

/** 0 or 1, by the run's seed. */
export const drawBit = (name: string): number =>
  createHash("sha256").update(`${seed} ${name}`).digest().readUInt8() % 2;

/** Every second one, at least one: with another seed the others. */
export function drawHalf<T>(all: readonly T[], name: string): T[] {
  if (isThorough || all.length === 1) return [...all];
  const first = drawBit(name);
  return all.filter((_, index) => index % 2 === first);
}
