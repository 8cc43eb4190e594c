import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { awaitSettlement } from "../../../../web/features/upgrade/return/await-settlement.ts";
import { isOwnReturn } from "../../../../web/features/upgrade/return/return-uuid.ts";
import { ApiError } from "../../../../web/lib/api/api-error.ts";
import { session } from "../../../../web/lib/session.ts";

describe("the uuid of the return", () => {
  beforeEach(() => session.write("uuid", "ABCDEabcde12345"));

  it("is kept when it matches", () => {
    expect(isOwnReturn("ABCDEabcde12345")).toBe(true);
    expect(session.read("uuid")).toBe("ABCDEabcde12345");
  });

  it.each([null, "", "abcdeABCDE12345", "ABCDEabcde1234"])("%s removes the stored one", (uuid) => {
    expect(isOwnReturn(uuid)).toBe(false);
    expect(session.read("uuid")).toBeUndefined();
  });

  it("matches nothing when nothing is stored", () => {
    session.remove("uuid");
    expect(isOwnReturn("")).toBe(false);
    expect(isOwnReturn("undefined")).toBe(false);
  });
});

describe("waiting for the provider", () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  const settling = () => Promise.reject(new ApiError({ status: 409, code: "conflict" }));
  const broken = () => Promise.reject(new ApiError({ status: 502, code: "provider_failed" }));

  it("ends with the first answer", async () => {
    const ask = vi
      .fn(settling)
      .mockImplementationOnce(settling)
      .mockResolvedValueOnce("paid" as never);
    const onWaiting = vi.fn();
    const outcome = awaitSettlement(ask, onWaiting);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(await outcome).toBe("paid");
    expect(ask).toHaveBeenCalledTimes(2);
    expect(onWaiting).toHaveBeenCalledTimes(1);
  });

  it("gives up after 30 seconds of asking every two", async () => {
    const ask = vi.fn(settling);
    const outcome = awaitSettlement(ask, () => {});
    await vi.advanceTimersByTimeAsync(30_000);
    expect(await outcome).toBeUndefined();
    expect(ask).toHaveBeenCalledTimes(16);
  });

  it("forgives a failing server twice", async () => {
    const ask = vi.fn(broken);
    const outcome = awaitSettlement(ask, () => {}).catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await outcome).toMatchObject({ status: 502 });
    expect(ask).toHaveBeenCalledTimes(3);
  });

  it.each([401, 402, 403])("%d is an answer at once", async (status) => {
    const ask = vi.fn(() => Promise.reject(new ApiError({ status, code: "forbidden" })));
    await expect(awaitSettlement(ask, () => {})).rejects.toMatchObject({ status });
    expect(ask).toHaveBeenCalledTimes(1);
  });
});
