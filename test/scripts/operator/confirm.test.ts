/** The question before sessions or access end, or customers are mailed. */
import { PassThrough } from "node:stream";
import { expect, test } from "vitest";
import { confirm } from "#scripts/operator/confirm.ts";

function terminal(answer: string, isTTY = true) {
  const [input, output] = [new PassThrough(), new PassThrough()];
  input.end(answer);
  return {
    ask: () =>
      confirm(["End every session of taro01."], "taro01", {
        input: Object.assign(input, { isTTY }),
        output: Object.assign(output, { isTTY }),
      }),
    shown: () => String(output.read() ?? ""),
  };
}

test("the question shows what ends, and the command goes on with the word", async () => {
  const { ask, shown } = terminal("taro01\n");
  await ask();
  expect(shown()).toContain("End every session of taro01.\nType taro01 to go on: ");
});

test.each(["", "y\n", "taro02\n"])("the answer %j changes nothing", async (answer) => {
  await expect(terminal(answer).ask()).rejects.toThrow("Nothing was changed.");
});

test("without a terminal the command is refused, with any input", async () => {
  const { ask, shown } = terminal("taro01\n", false);
  await expect(ask()).rejects.toThrow("run it in a terminal, or with --yes");
  expect(shown()).toBe("");
});
