/** The owner of all that a portal starts: one call closes it, and leaves no timer, request or process behind. */
import { setTimeout as sleep } from "node:timers/promises";

export class Scope {
  readonly #resources = new AsyncDisposableStack();
  readonly #closing = new AbortController();
  readonly #underWay = new Set<Promise<unknown>>();

  /** Aborted when the scope begins to close. */
  get signal(): AbortSignal {
    return this.#closing.signal;
  }

  /** True once everything has ended. */
  get isClosed(): boolean {
    return this.#resources.disposed;
  }

  /** Closes it with the scope, the newest first. */
  own<T extends { close(): unknown }>(resource: T): T {
    this.#resources.defer(async () => void (await resource.close()));
    return resource;
  }

  /** The scope closes after this work, whether it succeeds or fails. */
  track<T>(work: Promise<T>): Promise<T> {
    const forget = (): void => void this.#underWay.delete(tracked);
    const tracked: Promise<void> = work.then(forget, forget);
    this.#underWay.add(tracked);
    return work;
  }

  /** Ends at once when the scope closes. */
  async sleep(milliseconds: number): Promise<void> {
    if (milliseconds > 0)
      await sleep(milliseconds, undefined, { signal: this.signal }).catch(() => undefined);
  }

  /** Runs `work` after that time, unless the scope closes before. */
  after(milliseconds: number, work: () => unknown): void {
    const run = async () => {
      await this.sleep(milliseconds);
      if (!this.signal.aborted) await work();
    };
    void this.track(run().catch(console.error));
  }

  /** Runs `work` each time after that time, until the scope closes. */
  every(milliseconds: number, work: () => unknown): void {
    this.after(milliseconds, () => {
      this.every(milliseconds, work);
      return work();
    });
  }

  /** Starts nothing more, waits for the work that is under way, and closes what is owned. */
  async close(): Promise<void> {
    this.#closing.abort();
    while (this.#underWay.size > 0) await Promise.all(this.#underWay);
    await this.#resources.disposeAsync();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }
}
