import { expect, test, vi } from "vitest";
import { checkCode } from "../../../functions/phone/check-code.ts";

/** Two requests with the right code at once: Vonage knows the request no more when the second one asks. */
const { readVerification, phone } = vi.hoisted(() => ({
  readVerification: vi.fn(),
  phone: {
    takeTry: vi.fn(async () => ({ lastSentAt: 0, wrongCodes: 2 })),
    endLive: vi.fn(),
  },
}));
vi.mock("../../../functions/phone/verification-table.ts", async (importOriginal) => ({
  ...(await importOriginal<object>()),
  readVerification,
}));
vi.mock("../../../functions/phone/phone-table.ts", async (importOriginal) => ({
  ...(await importOriginal<object>()),
  ...phone,
}));
vi.mock("../../../functions/phone/vonage-verify.ts", () => ({ checkCode: async () => "ended" }));

const verification = {
  requestId: "id",
  number: "+819012345678",
  vonageRequestId: "v",
  expiresAt: 9_999_999_999,
};
const sent = { ...verification, status: "sent" };

test("the second one is right too, once the first has been written down", async () => {
  readVerification.mockResolvedValueOnce(sent).mockResolvedValueOnce({ ...verification, status: "verified" });
  await expect(checkCode("id", "123456")).resolves.toBeUndefined();
  expect(phone.endLive).not.toHaveBeenCalled();
});

test("otherwise the request is over", async () => {
  readVerification.mockResolvedValue(sent);
  await expect(checkCode("id", "123456")).rejects.toMatchObject({ code: "verification_expired" });
  expect(phone.endLive).toHaveBeenCalledOnce();
});
