import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { applyForInvoice, newUuid, openCheckout } from "#web/components/payment/pay.ts";
import { completeUpgrade } from "#web/features/upgrade/upgrade-draft.ts";
import { session } from "#web/lib/session/session.ts";
import { tabStorage } from "#web/lib/storage/tab-storage.ts";

const contact = {
  billingChargeName: "請求 花子",
  billingPhoneNumber: "03-1234-5678",
  billingEmail: "bill@example.co.jp",
};
const billing = {
  billing_charge_name: "請求 花子",
  billing_phone_number: "03-1234-5678",
  billing_email: "bill@example.co.jp",
};
const longLived = `x.${btoa(JSON.stringify({ exp: 9_999_999_999 }))}.x`;
const fetchMock = vi.fn<typeof fetch>();

beforeEach(() => {
  session.end();
  tabStorage.write("idToken", longLived);
  vi.stubGlobal("fetch", fetchMock);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetAllMocks();
});

const asked = () => new URL(String(fetchMock.mock.calls[0]?.[0]), "https://portal.example.jp");

describe("by card", () => {
  const answer = (success_path: string) =>
    fetchMock.mockResolvedValue(
      Response.json({ checkout_session_id: "cs_1", url: "https://checkout.stripe.com/c/1", success_path }),
    );

  it("stores the uuid that the provider will bring back", async () => {
    fetchMock.mockImplementation(async (url) => {
      const success_path = new URL(String(url), "https://x").searchParams.get("success_path");
      return Response.json({
        checkout_session_id: "cs_1",
        url: "https://checkout.stripe.com/c/1",
        success_path,
      });
    });
    expect(await openCheckout({ contact }, "/upgrade")).toBe("https://checkout.stripe.com/c/1");
    expect(tabStorage.read("uuid")).toMatch(/^[A-Za-z0-9]{15}$/);
    expect(Object.fromEntries(asked().searchParams)).toEqual({
      cancel_path: "/upgrade",
      success_path: `/upgrade/payment?uuid=${tabStorage.read("uuid")}`,
      ...billing,
    });
  });

  it("takes over the uuid of the session that another tab had opened", async () => {
    answer("/upgrade/payment?uuid=ABCDEabcde12345");
    await openCheckout({ contact }, "/upgrade");
    expect(tabStorage.read("uuid")).toBe("ABCDEabcde12345");
  });
});

it("by invoice: what was bought is stored, and the wizard's draft goes", async () => {
  tabStorage.write("upgradeInfo", {});
  fetchMock.mockResolvedValue(Response.json({ result: { plan: "standard", paymentType: "invoice" } }));
  completeUpgrade(await applyForInvoice({ contact }, 11_000));
  expect(JSON.parse(String(fetchMock.mock.calls[0]?.[1]?.body))).toEqual({
    mode: "invoice",
    ...billing,
    price_yen: 11_000,
  });
  expect(tabStorage.read("plan")).toBe("standard");
  expect(tabStorage.read("paymentType")).toBe("invoice");
  expect(tabStorage.read("upgradeInfo")).toBeUndefined();
});

it("the uuid is 15 letters and digits, never twice the same", () => {
  const uuids = Array.from({ length: 1000 }, newUuid);
  expect(uuids.every((uuid) => /^[A-Za-z0-9]{15}$/.test(uuid))).toBe(true);
  expect(new Set(uuids).size).toBe(1000);
});
