import { afterEach, expect, it, vi } from "vitest";
import { callApi } from "#web/lib/api/api-client.ts";
import { queryClient } from "#web/lib/api/query-client.ts";
import { profileQuery } from "#web/lib/queries/profile.ts";
import { session } from "#web/lib/session/session.ts";
import { tabStorage } from "#web/lib/storage/tab-storage.ts";

vi.mock(import("#web/lib/api/api-client.ts"), async (original) => ({
  ...(await original()),
  callApi: vi.fn(),
}));

afterEach(() => {
  session.end();
  vi.resetAllMocks();
});

const answer = (results: readonly object[]) => ({ results }) as never;
const record = { CustomerId: "c-taro", Plan: "standard", PaymentType: "card" };
const storedValues = () =>
  (["customerId", "plan", "paymentType"] as const).map((key) => tabStorage.read(key));
const load = (loginId: string) => queryClient.fetchQuery(profileQuery(loginId)).catch(() => undefined);

it("stores what the screens ask for", async () => {
  tabStorage.write("loginId", "taro");
  vi.mocked(callApi).mockResolvedValue(answer([record]));
  await load("taro");
  expect(storedValues()).toEqual(["c-taro", "standard", "card"]);
});

it.each([
  ["who has signed out since", undefined, [record], [undefined, undefined, undefined]],
  ["who has given this tab to another customer since", "hanako", [record], ["c-hanako", "trial", ""]],
  ["without a record", "hanako", [], ["c-hanako", "trial", ""]],
])("stores nothing of a customer %s: the answer came late", async (_, next, results, expected) => {
  const { promise, resolve } = Promise.withResolvers<never>();
  tabStorage.write("loginId", "taro");
  vi.mocked(callApi).mockReturnValue(promise);
  const loading = load("taro");
  session.end();
  if (next) {
    tabStorage.write("loginId", next);
    for (const [key, value] of [
      ["customerId", "c-hanako"],
      ["plan", "trial"],
      ["paymentType", ""],
    ] as const)
      tabStorage.write(key, value);
  }
  resolve(answer(results));
  await Promise.all([loading, promise]);
  await Promise.resolve();
  expect(storedValues()).toEqual(expected);
});
