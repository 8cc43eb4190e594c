import { expect, test } from "vitest";
import { createCustomer } from "../e2e/support/customer.ts";
import { brokenPhrases } from "../support/line-breaks.ts";
import { inEachBrowser } from "./support/page.ts";

inEachBrowser((page) => {
  test("lines break between phrases, in built pages and behind the sign-in", async () => {
    const expectWholePhrases = async () => {
      await page().breaksLines();
      expect(await page().run(brokenPhrases)).toEqual([]);
    };
    await page().open("/");
    await expectWholePhrases();
    await page().open("/quote");
    await expectWholePhrases();
    await page().openAs(await createCustomer(), "/security");
    await expectWholePhrases();
  });
});
