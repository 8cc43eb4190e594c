import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { cacheControl, contentSecurityPolicy, securityHeaders } from "#infra/settings/headers.ts";
import { securityTxt, securityTxtPath } from "#infra/settings/security-txt.ts";
import { originSecretHeader } from "#shared/headers.ts";
import type { SiteConfig } from "#shared/site/site-config.ts";
import { flatHeaders, readBody } from "../http.ts";
import { identifiers } from "../identifiers.ts";
import { type createGateway, gatewayBodyLimit } from "./gateway.ts";
import type { createStaticSite } from "./static-site.ts";

interface Origins {
  gateway: ReturnType<typeof createGateway>;
  site: ReturnType<typeof createStaticSite>;
  config: SiteConfig;
  /** Pages and calls under `/__local`. */
  control: RequestListener;
  /** Vite's middleware while developing; it answers what would be the built site's. */
  devSite?: (request: IncomingMessage, response: ServerResponse) => void;
}

/** Applies to every answer, the gateway's own 401 and 404 included. */
const apiHeaders = { ...securityHeaders, "cache-control": cacheControl.api };

/** CloudFront's part: one origin, `/api/*` passed on untouched, everything else the site with its headers. */
export function createEdge({ gateway, site, config, control, devSite }: Origins): RequestListener {
  const siteHeaders = {
    ...securityHeaders,
    "content-security-policy": contentSecurityPolicy(
      config.userPoolEndpoint ? [config.userPoolEndpoint] : [],
    ),
  };

  async function serveApi(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { remoteAddress = "127.0.0.1", remotePort = 0 } = request.socket;
    const { host: _, ...headers } = flatHeaders(request);
    const answer = await gateway({
      method: request.method ?? "GET",
      target: request.url ?? "/",
      headers: {
        ...headers,
        "cloudfront-viewer-address": `${remoteAddress}:${remotePort}`,
        [originSecretHeader]: identifiers.originSecret,
      },
      body: await readBody(request, gatewayBodyLimit),
      sourceIp: remoteAddress,
    });
    response.writeHead(answer.status, { ...answer.headers, ...apiHeaders }).end(answer.body);
  }

  async function serveSite(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.method !== "GET" && request.method !== "HEAD") return void response.writeHead(403).end();
    const path = (request.url ?? "/").split("?")[0] ?? "/";
    if (path === "/config.json")
      return void response.writeHead(200, configHeaders).end(JSON.stringify(config));
    if (path === `/${securityTxtPath}` && config.company) {
      const contact = new URL(config.company.contactUrl, `http://${request.headers.host}`);
      return void response.writeHead(200, textHeaders).end(securityTxt(contact.href, new Date()));
    }
    if (devSite) return devSite(request, response);
    const file = await site(path, request.headers.cookie);
    if (!file) return void response.writeHead(404, siteHeaders).end("Not Found");
    const headers = { ...siteHeaders, ...file.headers, "set-cookie": file.cookies };
    if (file.headers.etag !== undefined && request.headers["if-none-match"] === file.headers.etag)
      return void response.writeHead(304, headers).end();
    const brotli = /\bbr\b/.test(String(request.headers["accept-encoding"])) ? file.brotli : undefined;
    const body = brotli ?? file.body;
    response.writeHead(file.status, {
      ...headers,
      "content-length": body.length,
      vary: "accept-encoding",
      ...(brotli ? { "content-encoding": "br" } : {}),
    });
    response.end(request.method === "HEAD" ? undefined : body);
  }
  const documentHeaders = { ...siteHeaders, "cache-control": cacheControl.documents };
  const configHeaders = { ...documentHeaders, "content-type": "application/json" };
  const textHeaders = { ...documentHeaders, "content-type": "text/plain" };

  return (request, response) => {
    const path = (request.url ?? "/").split("?")[0] ?? "/";
    if (path === "/__local" || path.startsWith("/__local/")) return control(request, response);
    // The firewall's part, by AWS's rule `NoUserAgent_HEADER`.
    if (!request.headers["user-agent"]) return void response.writeHead(403, apiHeaders).end();
    const serve = path.startsWith("/api/") ? serveApi : serveSite;
    serve(request, response).catch((error: unknown) => {
      console.error("edge:", error);
      if (!response.headersSent) response.writeHead(502);
      response.end();
    });
  };
}
