import { beforeEach, describe, expect, it } from "vitest";
import { isOwnReturn, newSettlement } from "#web/features/upgrade/settle-payment.ts";
import { ApiError } from "#web/lib/api/api-error.ts";
import { tabStorage } from "#web/lib/storage/tab-storage.ts";

describe("the uuid of the return", () => {
  beforeEach(() => tabStorage.write("uuid", "ABCDEabcde12345"));

  it("is kept when it matches", () => {
    expect(isOwnReturn("ABCDEabcde12345")).toBe(true);
    expect(tabStorage.read("uuid")).toBe("ABCDEabcde12345");
  });

  it.each([null, "", "abcdeABCDE12345", "ABCDEabcde1234"])("%s removes the stored one", (uuid) => {
    expect(isOwnReturn(uuid)).toBe(false);
    expect(tabStorage.read("uuid")).toBeUndefined();
  });

  it("matches nothing when nothing is stored", () => {
    tabStorage.remove("uuid");
    expect(isOwnReturn("")).toBe(false);
    expect(isOwnReturn("undefined")).toBe(false);
  });
});

describe("waiting for the provider", () => {
  const answer = (status: number) => new ApiError({ status, code: "conflict" });

  it.each([
    ["a payment that is not settled", 409, 15],
    ["a server that fails", 502, 2],
    ["too many requests", 429, 2],
    ["a session that is over", 401, 0],
    ["a payment that was not made", 402, 0],
    ["somebody else's payment", 403, 0],
  ])("%s (%d) is asked about %d more times", (_, status, most) => {
    const settlement = newSettlement();
    const more = Array.from({ length: 20 }, (_, failures) => settlement.retry(failures, answer(status)));
    expect(more.filter(Boolean)).toHaveLength(most);
    expect(more.slice(0, most)).not.toContain(false);
  });

  it("a server that fails now and then does not end the wait", () => {
    const { retry } = newSettlement();
    const answers = [409, 409, 502, 409, 409, 503, 409, 500];
    expect(answers.map((status, failures) => retry(failures, answer(status)))).toEqual([
      ...Array.from({ length: 7 }, () => true),
      false,
    ]);
  });

  it("asks every two seconds for 30", () => {
    expect(newSettlement().retryDelay * 15).toBe(30_000);
  });
});
