import { createHash } from "node:crypto";
import { expect, test, vi } from "vitest";
import { checkCode } from "#functions/phone/check-code.ts";

/** Two requests with the right code at once: Vonage knows the request no more when the second one asks. */
const { readVerification, phone } = vi.hoisted(() => ({
  readVerification: vi.fn(),
  phone: {
    countAttempt: vi.fn(async () => ({ lastSentAt: 0, wrongCodes: 2, checks: 2 })),
    endActiveRequest: vi.fn(),
  },
}));
vi.mock("#functions/phone/verification-table.ts", async (importOriginal) => ({
  ...(await importOriginal<object>()),
  readVerification,
  recordChecked: async () => true,
}));
vi.mock("#functions/phone/phone-table.ts", async (importOriginal) => ({
  ...(await importOriginal<object>()),
  ...phone,
}));
vi.mock("#functions/phone/sms-limits.ts", () => ({ limitCodeAttempts: async () => {} }));
vi.mock("#functions/phone/vonage-verify.ts", async (importOriginal) => ({
  ...(await importOriginal<object>()),
  checkCode: async () => "gone",
}));

const verification = {
  requestId: "id",
  number: "+819012345678",
  vonageRequestId: "v",
  expiresAt: 9_999_999_999,
};
const sent = { ...verification, status: "sent" };
const check = () => checkCode("id", "123456", "192.0.2.1");

test("the second one is right too, once the first has been written down", async () => {
  const hash = createHash("sha256").update("id:123456").digest("hex");
  const verified = { ...verification, status: "verified", checkedCode: hash };
  readVerification.mockResolvedValueOnce(sent).mockResolvedValueOnce(verified);
  await expect(check()).resolves.toBeUndefined();
  expect(phone.endActiveRequest).not.toHaveBeenCalled();
});

test("another code than the one that was right is not", async () => {
  const verified = { ...verification, status: "verified", checkedCode: "another" };
  readVerification.mockResolvedValueOnce(sent).mockResolvedValueOnce(verified);
  await expect(check()).rejects.toMatchObject({ code: "verification_failed" });
});

test("otherwise the request is over", async () => {
  readVerification.mockResolvedValue(sent);
  await expect(check()).rejects.toMatchObject({ code: "verification_expired" });
  expect(phone.endActiveRequest).toHaveBeenCalledOnce();
});
