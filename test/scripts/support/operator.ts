/** An operator at the keyboard, and the customers of a portal of its own, who signed up through the functions. */
import { expect, vi } from "vitest";
import { handler as announceJob } from "#functions/jobs/announce.ts";
import type { Command } from "#scripts/operator/command.ts";
import { commands } from "#scripts/operator/commands.ts";
import { runOperatorCommand } from "#scripts/operator/main.ts";
import { contextOf } from "#test/functions/support/events.ts";
import { newPerson, signupOf } from "#test/functions/support/people.ts";
import { advance } from "#test/functions/support/portal.ts";
import { verifyPhone } from "#test/functions/support/verified-phone.ts";
import type { Owner } from "#test/functions/support/world/customers.ts";
import { startWorld } from "#test/functions/support/world/world.ts";
import { serveEnvironment } from "./local-services.ts";

export async function startOperator() {
  const world = await startWorld();
  const { portal } = world;
  const origin = await serveEnvironment(portal);
  /** Runs the command and returns its output. Time advances, so that the audit trail keeps its order. */
  async function runCommand(words: readonly string[], isAsked = false): Promise<string> {
    advance(1000);
    const print = vi.spyOn(console, "log").mockImplementation(() => undefined);
    const [, command] =
      Object.entries<Command>(commands).find(([name]) => name === words.slice(0, 2).join(" ")) ?? [];
    const yes = command && "plan" in command && !isAsked ? ["--yes"] : [];
    const progress = vi.spyOn(console, "error").mockImplementation(() => undefined);
    const write = (line: unknown) => portal.logged.push(String(line)) > 0;
    const log = vi.spyOn(process.stderr, "write").mockImplementation(write);
    try {
      await runOperatorCommand([...words, ...yes, "--local"], { PORT: new URL(origin).port });
      return print.mock.calls.flat().join("\n");
    } finally {
      log.mockRestore();
      progress.mockRestore();
      print.mockRestore();
    }
  }

  return {
    ...world,
    origin,
    run: (...words: string[]) => runCommand(["admin", ...words]),
    /** Without `--yes`. There is no terminal to ask at. */
    expectAsked: (...words: string[]) =>
      expect(runCommand(words, true)).rejects.toThrow("A word must be typed"),
    release: (...words: string[]) => runCommand(["release", ...words]),
    /** One run of the job. */
    sendAnnouncements() {
      portal.become("announce");
      return announceJob(undefined as never, contextOf("announce"));
    },
    /** Signed up by the wizard: with secrets, a mail with the licence key, and an audit row. */
    async signedUp(changes: Record<string, unknown> = {}): Promise<Owner> {
      const person = newPerson();
      const { loginId: userName, sub, email } = person;
      portal.cognito.seedUser({ userName, password: "Correct-Horse-1", email, sub });
      const body = { ...signupOf(person, await verifyPhone(portal, person)), ...changes };
      const reply = await portal.call("post-user", { by: person, body });
      expect(reply.status).toBe(200);
      return { ...person, customerId: reply.json.result.customerId };
    },
  };
}
export type Desk = Awaited<ReturnType<typeof startOperator>>;
