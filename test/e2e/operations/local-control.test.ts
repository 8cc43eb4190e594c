/** `/__local/`, the page for people who develop; test/scripts/local/control.test.ts is about what programs do there. */
import { expect, test } from "vitest";
import { startBrowser } from "../support/browser.ts";
import { newPerson, postJson } from "../support/customer.ts";
import { local } from "../support/local.ts";

const { page } = startBrowser();
const sendCode = (phone_number: string) => postJson("/api/verify", { mode: "send", phone_number });
const open = async (tab: string) => {
  await page().goto("/__local/", { waitUntil: "load" });
  await page().getByRole("tab", { name: tab }).click();
};
const cards = () => page().getByRole("article");

test("the page shows what came in, and follows one request through its lines", async () => {
  const { phoneNumber } = newPerson();
  const sent = await sendCode(phoneNumber);
  await page().goto("/__local/", { waitUntil: "load" });
  const message = cards().filter({ hasText: (await local.code(phoneNumber)).toString() });
  const card = await message.first().elementHandle();
  const next = newPerson();
  await sendCode(next.phoneNumber);
  await cards()
    .filter({ hasText: (await local.code(next.phoneNumber)).toString() })
    .first()
    .waitFor();
  expect(await card?.evaluate((node) => node.isConnected)).toBe(true);
  await open("外部呼び出し");
  const id = sent.headers.get("x-request-id") ?? "";
  await page().getByLabel("リクエストID").fill(id);
  const expectOnlyThatRequest = () =>
    expect
      .poll(() => cards().allTextContents())
      .toSatisfy((texts: string[]) => texts.length > 0 && texts.every((text) => text.includes(id)));
  await expectOnlyThatRequest();
  await cards().filter({ hasText: "POST /v2/verify" }).getByRole("button", { name: id }).click();
  await cards().filter({ hasText: '"function": "verify"' }).first().waitFor();
  await expectOnlyThatRequest();
});

test("the page sets a fault and takes it away again", async () => {
  await open("障害");
  await page().getByLabel("サービス").selectOption("tax-agency");
  await page().getByLabel("状態").selectOption("503");
  await page().getByRole("button", { name: "障害を起こす" }).click();
  await cards().filter({ hasText: "tax-agency" }).waitFor();
  expect(await local.faults()).toMatchObject([{ service: "tax-agency", status: 503, times: 1 }]);
  await page().getByRole("button", { name: "すべて解除" }).click();
  await expect.poll(() => local.faults()).toEqual([]);
});
