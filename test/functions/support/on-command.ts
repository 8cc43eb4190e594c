import { randomUUID } from "node:crypto";
import type { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { onTestFinished } from "vitest";

type Client = Pick<DynamoDBClient, "middlewareStack">;

/** In this test, does the work once, before or after the client's next command whose name or input contains the text. */
export function onCommand(
  { middlewareStack }: { middlewareStack: unknown },
  when: "before" | "after",
  text: string,
  work: () => Promise<unknown>,
): void {
  const stack = middlewareStack as Client["middlewareStack"];
  const name = randomUUID();
  let isDone = false;
  stack.add(
    (next, { commandName }) =>
      async (args) => {
        const isNext = !isDone && `${commandName} ${JSON.stringify(args.input)}`.includes(text);
        if (isNext) isDone = true;
        if (isNext && when === "before") await work();
        const result = await next(args);
        if (isNext && when === "after") await work();
        return result;
      },
    { step: "initialize", name },
  );
  onTestFinished(() => void stack.remove(name));
}
