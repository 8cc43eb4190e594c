import { expect, test } from "vitest";
import { runOperatorCommand } from "#scripts/operator/main.ts";
import { startBrowser } from "../support/browser.ts";
import { createCustomer, subOf } from "../support/customer.ts";
import { heading } from "../support/elements.ts";
import { local, portalUrl } from "../support/local.ts";
import { customerItems } from "../support/table.ts";

const { page } = startBrowser();

const button = () => page().getByRole("button", { name: "配信を停止する" });

async function wantsServiceInformation(sub: string): Promise<boolean | undefined> {
  const profile = (await customerItems(sub)).find(({ sk }) => sk?.S === "PROFILE");
  return profile?.optInServiceInfo?.BOOL;
}

test("a mail about a release can be ended by its link, which asks, and by one click", async () => {
  const [reader, clicker] = [await createCustomer(), await createCustomer()];
  const env = { PORT: new URL(portalUrl()).port };
  await runOperatorCommand(["release", "announce", "plugin", "1.2.0", "--local", "--yes"], env);
  await local.announce();
  const mailTo = async (email: string) =>
    (await local.messages(email)).find(({ subject }) => subject?.includes("プラグイン 1.2.0 公開"));

  const link = /https?:\S+\/unsubscribe#\S+/.exec((await mailTo(reader.email))?.text ?? "")?.[0] ?? "";
  await page().goto(link);
  await button().waitFor();
  await expect.poll(() => page().url()).toMatch(/\/unsubscribe$/);
  expect(await wantsServiceInformation(subOf(reader.idToken))).toBe(true);
  await page().route("**/api/unsubscribe?*", (route) => route.abort());
  await button().click();
  await page().getByRole("alert").getByText("お手続きできませんでした。サーバーに接続できません").waitFor();
  await page().unroute("**/api/unsubscribe?*");
  await button().click();
  await heading(page(), "配信を停止しました").waitFor();
  expect(await wantsServiceInformation(subOf(reader.idToken))).toBe(false);
  await page().getByRole("button", { name: "配信を再開する" }).click();
  await heading(page(), "配信を再開しました").waitFor();
  expect(await wantsServiceInformation(subOf(reader.idToken))).toBe(true);

  const { headers = {} } = (await mailTo(clicker.email)) ?? {};
  const address = headers["List-Unsubscribe"]?.slice(1, -1) ?? "";
  const asked = await fetch(address, { redirect: "manual" });
  expect([asked.status, asked.headers.get("location")]).toEqual([
    303,
    expect.stringContaining("/unsubscribe#"),
  ]);
  expect(await wantsServiceInformation(subOf(clicker.idToken))).toBe(true);
  const body = new URLSearchParams({ "List-Unsubscribe": "One-Click" });
  expect((await fetch(address, { method: "POST", body })).status).toBe(200);
  expect(await wantsServiceInformation(subOf(clicker.idToken))).toBe(false);
});

test("the page reports an incomplete link", async () => {
  await page().goto("/unsubscribe#00000000");
  await button().click();
  await page().getByRole("alert").getByText("リンクが正しくありません。").waitFor();
  await page().goto("/unsubscribe");
  await button().click();
  await page().getByRole("alert").getByText("リンクが正しくありません。").waitFor();
});
