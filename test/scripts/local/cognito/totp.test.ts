import fc from "fast-check";
import { expect, it } from "vitest";
import {
  codeOfStep,
  newSecret,
  stepAt,
  stepOfCode,
} from "../../../../scripts/local/emulators/cognito/mfa/totp.ts";

/** `12345678901234567890`, the key of RFC 6238. */
const rfcSecret = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";

it.each([
  [59, "287082"],
  [1111111109, "081804"],
  [1111111111, "050471"],
  [1234567890, "005924"],
  [2000000000, "279037"],
  [20000000000, "353130"],
])("gives the code of RFC 6238, appendix B, at second %i", (second, code) => {
  expect(codeOfStep(rfcSecret, stepAt(second * 1000))).toBe(code);
});

it("takes the present step and its neighbours, and no other", () => {
  const moment = fc.integer({ min: 60_000, max: 4_000_000_000_000 });
  fc.assert(
    fc.property(moment, fc.integer({ min: -3, max: 3 }), (now, distance) => {
      const secret = newSecret();
      const step = stepAt(now) + distance;
      const found = stepOfCode(secret, codeOfStep(secret, Math.max(step, 0)), now);
      // Two steps may share a code, once in a million.
      if (Math.abs(distance) <= 1) expect(found).toBeDefined();
      else expect(found).not.toBe(step);
    }),
  );
});

it("makes secrets that no two users share", () => {
  expect(newSecret()).toMatch(/^[A-Z2-7]{52}$/);
  expect(newSecret()).not.toBe(newSecret());
});
