import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, expect, test } from "vitest";
import { loadInvoicePdf } from "#functions/billing/invoices/invoice-pdf.ts";
import { HttpError } from "#functions/runtime/http-error.ts";

const pdf = `%PDF-1.7\n${"x".repeat(100_000)}`;
/** By path: a file, or where it is. */
const answers: Record<string, { body?: string | Buffer; location?: string; status?: number }> = {
  "/pdf": { body: pdf },
  "/moved": { location: "/once-more" },
  "/once-more": { location: "/pdf" },
  "/circle": { location: "/circle" },
  "/elsewhere": { location: "file:///etc/passwd" },
  "/page": { body: "<!doctype html><title>Expired</title>" },
  "/empty": { body: "" },
  "/large": { body: Buffer.concat([Buffer.from(pdf), Buffer.alloc(5_000_000)]) },
  "/expired": { body: pdf, status: 410 },
};
const server = createServer(({ url = "" }, response) => {
  const { body, location, status = location === undefined ? 200 : 302 } = answers[url] ?? { status: 404 };
  response.writeHead(status, location === undefined ? {} : { location }).end(body);
}).listen(0, "127.0.0.1");
await once(server, "listening");
afterAll(() => void server.close());
const at = (path: string): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`;

test.each(["/pdf", "/moved"])("an invoice's PDF is loaded from %s, also if it was moved", async (path) => {
  expect(String(await loadInvoicePdf(at(path)))).toBe(pdf);
});

const noPdfs = ["/circle", "/elsewhere", "/page", "/empty", "/large", "/expired", "/nowhere"];
test.each(noPdfs)("the answer of %s is no PDF of an invoice", async (path) => {
  const failure = await loadInvoicePdf(at(path)).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(HttpError);
  expect((failure as HttpError).code).toBe("provider_failed");
});

test("an invoice without an address of Stripe's has no PDF", async () => {
  await expect(loadInvoicePdf(null)).rejects.toMatchObject({ code: "provider_failed" });
});
