import { expect, test } from "vitest";
import { isDeliverableEmail, isUsableText, isVisible } from "#shared/rules.ts";
import fc from "#test/support/property.ts";

const atom = fc.stringMatching(/^[a-z0-9!#$%&'*+/=?^_`{|}~-]{1,15}$/);
const label = fc.stringMatching(/^[a-z0-9](?:[a-z0-9-]{0,20}[a-z0-9])?$/);
const address = fc
  .tuple(fc.array(atom, { minLength: 1, maxLength: 4 }), fc.array(label, { minLength: 1, maxLength: 3 }))
  .map(([local, domain]) => `${local.join(".")}@${domain.join(".")}.jp`);

test("every plain address is taken, and none with a character that Stripe or SES refuses", () => {
  fc.assert(fc.property(address, isDeliverableEmail));
  const forbidden = fc.constantFrom(...',;:<>()[]"\\ @あ', "..", "\u0000", "\u200b");
  fc.assert(
    fc.property(address, forbidden, (good, part) => {
      expect(isDeliverableEmail(`${part}${good}`)).toBe(false);
      expect(isDeliverableEmail(`${good.replace("@", `${part}@`)}`)).toBe(false);
      expect(isDeliverableEmail(`${good}${part}`)).toBe(false);
    }),
  );
});

test("valid text survives UTF-8 unchanged", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      const returned = new TextDecoder().decode(new TextEncoder().encode(`x${text}`));
      expect(!isUsableText(text) || returned === `x${text}`).toBe(true);
    }),
  );
});

test("text is visible as soon as one character is", () => {
  const nothing = fc.string({ unit: fc.constantFrom(" ", "\u3000", "\u200b", "\u3164", "\u2060", "\u115f") });
  fc.assert(
    fc.property(nothing, nothing, (before, after) => {
      expect(isVisible(before + after)).toBe(false);
      expect(isVisible(`${before}山${after}`)).toBe(true);
    }),
  );
});
