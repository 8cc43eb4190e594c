/** An AWS service that answers what it is told to, for what the emulators cannot be brought to say. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeEach } from "vitest";
import { ownEnvironment } from "#functions/runtime/environment.ts";

export interface FakeAnswer {
  status: number;
  body?: string;
  headers?: Record<string, string>;
}

/** For the top level of a test file: forgets before each test what came before, and closes after the last. */
export async function startFakeAws() {
  /** In turn; "break" hangs up, "wait" never answers. 200 once they are used up. */
  const answers: (FakeAnswer | "break" | "wait")[] = [];
  const received: { headers: Record<string, unknown>; body: string }[] = [];
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    received.push({ headers: request.headers, body });
    const answer = answers.shift() ?? { status: 200 };
    if (answer === "wait") return;
    if (answer === "break") return void request.socket.destroy();
    response.writeHead(answer.status, answer.headers).end(answer.body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  beforeEach(() => {
    answers.length = 0;
    received.length = 0;
    ownEnvironment.enterWith({
      AWS_REGION: "ap-northeast-1",
      AWS_ACCESS_KEY_ID: "AKID",
      AWS_SECRET_ACCESS_KEY: "secret",
      TABLE_NAME: "table",
      AWS_ENDPOINT_URL_DYNAMODB: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    });
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  return { answers, received };
}
