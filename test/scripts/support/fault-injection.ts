/** An operator's connection that dies after so many side effects, or is slow enough for others to come in between. */
import * as awsClients from "#functions/platform/aws-clients.ts";
import type { Portal } from "#test/functions/support/portal.ts";

/** How many more side effects there may be, and what happens once before, or each time after, a command of that name. */
export const life = {
  callsLeft: Number.POSITIVE_INFINITY,
  before: new Map<string, () => Promise<unknown>>(),
  meanwhile: new Map<string, () => Promise<unknown>>(),
};

const reading = /^(Get|Query|Scan|AdminGetUser|Encrypt)/;

const livingOn =
  <A, R>(next: (args: A) => Promise<R>, { commandName = "" }: { commandName?: string }) =>
  async (args: A): Promise<R> => {
    if (life.callsLeft <= 0) throw new Error("killed");
    const wait = life.before.get(commandName);
    life.before.delete(commandName);
    await wait?.();
    const result = await next(args);
    if (!reading.test(commandName)) life.callsLeft -= 1;
    if (life.callsLeft <= 0) throw new Error("killed");
    await life.meanwhile.get(commandName)?.();
    return result;
  };

/** For the connections that commands share with the functions. */
export function makeConnectionsMortal(portal: Portal): void {
  portal.become("operator");
  awsClients.cognito().middlewareStack.add(livingOn, { step: "initialize" });
  awsClients.dynamodb().middlewareStack.add(livingOn, { step: "initialize" });
}
