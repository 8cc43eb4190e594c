import { expect, test, vi } from "vitest";
import { Scope } from "#scripts/local/scope.ts";

const timers = (): number => process.getActiveResourcesInfo().filter((type) => type === "Timeout").length;

test("a scope that closes starts nothing that waits, and keeps no timer", async () => {
  const before = timers();
  const scope = new Scope();
  const work = vi.fn();
  scope.after(60_000, work);
  scope.every(60_000, work);
  const slept = scope.sleep(60_000);
  await scope.close();
  await slept;
  scope.after(0, work);
  await scope.sleep(60_000);
  expect(work).not.toHaveBeenCalled();
  expect([scope.isClosed, timers()]).toEqual([true, before]);
});

test("work under way ends first, also what it begins; then what is owned, newest first", async () => {
  const scope = new Scope();
  const order: string[] = [];
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  for (const name of ["services", "server"]) scope.own({ close: () => order.push(name) });
  const delivery = async () => {
    await released;
    order.push("delivery");
    scope.track(Promise.resolve().then(() => order.push("its answer")));
  };
  scope.track(delivery());
  const failure = scope.track(released.then(() => Promise.reject(new Error("lost"))));
  const closed = scope.close();
  release();
  await expect(failure).rejects.toThrow("lost");
  await closed;
  expect(order).toEqual(["delivery", "its answer", "server", "services"]);
});

test("repeated work goes on after it fails", async () => {
  await using scope = new Scope();
  const complain = vi.spyOn(console, "error").mockImplementation(() => undefined);
  let runs = 0;
  const { promise: done, resolve } = Promise.withResolvers<void>();
  scope.every(1, () => {
    runs += 1;
    if (runs === 3) resolve();
    throw new Error(`run ${runs}`);
  });
  await done;
  expect(complain).toHaveBeenCalledWith(new Error("run 1"));
});
