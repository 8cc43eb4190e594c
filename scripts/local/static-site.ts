import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { extname, join, normalize } from "node:path";
import { runInNewContext } from "node:vm";
import { brotliCompressSync, constants } from "node:zlib";
import { cacheControl } from "../../infra/settings/headers.ts";

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

const edgeFunction = readFileSync(new URL("../../infra/edge/rewrite-to-index.js", import.meta.url), "utf8");

/** The very CloudFront Function that is deployed, run on one path. */
export function rewrite(uri: string): string {
  const event = { request: { uri } };
  const request: unknown = runInNewContext(`${edgeFunction}\nhandler(event)`, { event });
  return String(Reflect.get(Object(request), "uri"));
}

/** The built site as CloudFront would serve it from the bucket: rewritten, typed, compressed, with its cache rule. */
export function createStaticSite(root: string) {
  const files = new Map<string, StaticFile>();
  return async function find(path: string): Promise<StaticFile | undefined> {
    const uri = normalize(rewrite(decodePath(path)));
    const known = files.get(uri);
    if (known) return known;
    const body = await readFile(join(root, uri)).catch(() => undefined);
    if (!body) return undefined;
    const file = describe(uri, body);
    files.set(uri, file);
    return file;
  };
}

const decodePath = (path: string): string => {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
};

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
