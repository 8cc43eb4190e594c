/** An operator at the keyboard, and the customers of a portal of its own, who signed up through the functions. */
import { DecryptCommand, KMSClient } from "@aws-sdk/client-kms";
import { afterAll, expect, vi } from "vitest";
import { handler as announceJob } from "#functions/jobs/announce.ts";
import { identifiers } from "#scripts/local/identifiers.ts";
import type { Command } from "#scripts/operator/command.ts";
import { commands } from "#scripts/operator/commands.ts";
import { runOperatorCommand } from "#scripts/operator/main.ts";
import { startAccount } from "#test/functions/support/account.ts";
import { contextOf } from "#test/functions/support/events.ts";
import type { Payer } from "#test/functions/support/paying.ts";
import { newPerson, signupOf } from "#test/functions/support/people.ts";
import { advance } from "#test/functions/support/portal.ts";
import { verifyPhone } from "#test/functions/support/verified-phone.ts";
import { serveEnvironment } from "./local-services.ts";

export async function startOperator() {
  const account = await startAccount();
  const { portal } = account;
  const { origin, close } = await serveEnvironment(portal);
  afterAll(close);
  const kms = new KMSClient({
    region: identifiers.region,
    endpoint: portal.settings.AWS_ENDPOINT_URL_KMS ?? "",
    credentials: portal.operator,
  });

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
    ...account,
    origin,
    run: (...words: string[]) => runCommand(["admin", ...words]),
    /** Without `--yes`. There is no terminal to ask at. */
    expectAsked: (...words: string[]) =>
      expect(runCommand(words, true)).rejects.toThrow("This wants a word typed"),
    release: (...words: string[]) => runCommand(["release", ...words]),
    /** One run of the job. */
    sendAnnouncements() {
      portal.become("announce");
      return announceJob(undefined as never, contextOf("announce"));
    },
    /** Signed up by the wizard: with secrets, a mail with the licence key, and an audit row. */
    async signedUp(changes: Record<string, unknown> = {}): Promise<Payer> {
      const person = newPerson();
      const { loginId: userName, sub, email } = person;
      portal.cognito.seedUser({ userName, password: "Correct-Horse-1", email, sub });
      const body = { ...signupOf(person, await verifyPhone(portal, person)), ...changes };
      const reply = await portal.call("post-user", { by: person, body });
      expect(reply.status).toBe(200);
      return { ...person, customerId: reply.json.result.customerId };
    },
    /** Oldest first: the key of a row that is written once holds no time. */
    trailOf: async ({ sub }: Payer) =>
      (await portal.partition(`CUSTOMER#${sub}`))
        .filter(({ sk }) => String(sk).startsWith("AUDIT#"))
        .sort((one, other) => String(one.at).localeCompare(String(other.at))),
    outboxOf: async ({ sub }: Payer) =>
      (await portal.partition("OUTBOX")).filter(({ customer }) => customer === sub),
    /** The keys that were mailed to the customer, oldest first. */
    mailedKeys: ({ email }: Payer): string[] =>
      portal.inbox
        .list(email)
        .flatMap(({ text }) => /ライセンスキー：(\S+)/.exec(text)?.[1] ?? [])
        .reverse(),
    /** In clear. */
    async keyOf(payer: Payer): Promise<string> {
      const encrypted = String((await account.secretsOf(payer))?.licenceKey);
      const { Plaintext } = await kms.send(
        new DecryptCommand({
          CiphertextBlob: Buffer.from(encrypted, "base64"),
          EncryptionContext: { customer: payer.sub, field: "licenceKey" },
        }),
      );
      return Buffer.from(Plaintext ?? []).toString();
    },
  };
}
export type Desk = Awaited<ReturnType<typeof startOperator>>;
