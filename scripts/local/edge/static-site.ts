import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { extname, join, normalize } from "node:path";
import { createContext, runInContext } from "node:vm";
import { brotliCompressSync, constants } from "node:zlib";
import { z } from "zod";
import { serveHtml } from "#infra/settings/edge-functions.ts";
import { cacheControl } from "#infra/settings/headers.ts";
import { decodePart } from "../http.ts";

const contentTypes: Record<string, string> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".json": "application/json",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".ico": "image/x-icon",
  ".txt": "text/plain; charset=utf-8",
  ".webmanifest": "application/manifest+json",
};

interface StaticFile {
  body: Buffer;
  brotli: Buffer | undefined;
  headers: Record<string, string>;
}

type Served = StaticFile & { status: number; cookies: string[] };

/** The very CloudFront Function that is deployed. */
const edgeFunction = createContext({});
runInContext(serveHtml(), edgeFunction);

function runEdgeFunction(eventType: "viewer-request" | "viewer-response", uri: string, cookie = ""): object {
  const cookies = Object.fromEntries(
    cookie
      .split("; ")
      .map((pair) => [pair.slice(0, pair.indexOf("=")), { value: pair.slice(pair.indexOf("=") + 1) }]),
  );
  const event = {
    context: { eventType },
    request: { uri, cookies },
    response: { statusCode: 200, cookies: {} },
  };
  return Object(runInContext(`handler(${JSON.stringify(event)})`, edgeFunction));
}

/** A file, or the function's own answer. */
const onTheWayIn = z.union([
  z.object({ uri: z.string() }),
  z.object({ statusCode: z.int(), headers: z.object({ location: z.object({ value: z.string() }) }) }),
]);

const onTheWayOut = z.object({
  statusCode: z.int(),
  cookies: z.record(z.string(), z.object({ value: z.string(), attributes: z.string() })),
});

/** The built site as CloudFront serves it from the bucket: typed, compressed, with its cache rule and status. */
export function createStaticSite(root: Promise<string> | string) {
  const files = new Map<string, StaticFile>();
  async function read(uri: string): Promise<StaticFile | undefined> {
    const known = files.get(uri);
    if (known) return known;
    const body = await readFile(join(await root, uri)).catch(() => undefined);
    if (!body) return undefined;
    const file = describe(uri, body);
    files.set(uri, file);
    return file;
  }
  return async function find(path: string, cookie?: string): Promise<Served | undefined> {
    const chosen = onTheWayIn.parse(runEdgeFunction("viewer-request", decodePart(path)));
    if ("statusCode" in chosen) return redirect(chosen.statusCode, chosen.headers.location.value);
    const { uri } = chosen;
    const file = await read(normalize(uri));
    const { statusCode: status, cookies } = onTheWayOut.parse(
      runEdgeFunction("viewer-response", uri, cookie),
    );
    const set = Object.entries(cookies).map(
      ([name, { value, attributes }]) => `${name}=${value}; ${attributes}`,
    );
    return file && { ...file, status, cookies: set };
  };
}

const redirect = (status: number, location: string): Served => ({
  status,
  body: Buffer.alloc(0),
  brotli: undefined,
  headers: { location },
  cookies: [],
});

function describe(uri: string, body: Buffer): StaticFile {
  const type = contentTypes[extname(uri)] ?? "application/octet-stream";
  const compressible = /text|json|javascript|svg/.test(type) && body.length >= 1000;
  return {
    body,
    brotli: compressible
      ? brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } })
      : undefined,
    headers: {
      "content-type": type,
      "cache-control": uri.startsWith("/assets/") ? cacheControl.assets : cacheControl.documents,
      etag: `"${createHash("md5").update(body).digest("hex")}"`,
    },
  };
}
