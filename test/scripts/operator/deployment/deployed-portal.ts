/** The AWS resources of a rollback: a stack, the site bucket and the functions' aliases, in memory. */
import type { IncomingMessage } from "node:http";
import { text as textOf } from "node:stream/consumers";
import { describedStack, missingStack, serve } from "#test/scripts/support/local-services.ts";

interface DeployedFunction {
  version: string;
  deployment: string;
  versions: string[];
  /** Besides `live`. */
  aliases?: { Name: string; FunctionVersion: string; RoutingConfig?: object }[];
  /** Environment variables by version; the last one's are deployed. */
  variables?: Record<string, Record<string, string>>;
}

export interface DeployedPortal {
  /** Undefined before the first deployment. */
  stackStatus: string | undefined;
  /** Body and time by key. */
  objects: Map<string, { body: string; at: string }>;
  functions: Map<string, DeployedFunction>;
  /** Each write in its order: a key of the bucket, or a function and its version; a deletion begins with a minus. */
  writes: string[];
}

const bucket = "site";

type Answer = { status?: number; body: string | object };
const notFound: Answer = { status: 404, body: { __type: "ResourceNotFoundException", message: "gone" } };

const stackOf = ({ stackStatus }: DeployedPortal): Answer =>
  stackStatus === undefined
    ? { status: 400, body: missingStack("Portal-prod") }
    : { body: describedStack({ SiteBucket: bucket }, stackStatus) };

function listed({ objects }: DeployedPortal, prefix: string): string {
  const found = [...objects].filter(([key]) => key.startsWith(prefix));
  const contents = found.map(
    ([key, { at }]) => `<Contents><Key>${key}</Key><LastModified>${at}</LastModified></Contents>`,
  );
  return `<ListBucketResult><IsTruncated>false</IsTruncated>${contents.join("")}</ListBucketResult>`;
}

function answerOfBucket(portal: DeployedPortal, { method, headers }: IncomingMessage, url: URL): Answer {
  const key = decodeURI(url.pathname.slice(`/${bucket}/`.length));
  if (key === "") return { body: listed(portal, url.searchParams.get("prefix") ?? "") };
  const copied = headers["x-amz-copy-source"]?.toString().slice(`${bucket}/`.length);
  if (method === "DELETE") {
    portal.objects.delete(key);
    portal.writes.push(`-${key}`);
    return { status: 204, body: "" };
  }
  const source = portal.objects.get(copied ?? key);
  if (!source) return notFound;
  if (method !== "PUT") return { body: source.body };
  portal.objects.set(key, source);
  portal.writes.push(key);
  return { body: "<CopyObjectResult></CopyObjectResult>" };
}

function answerOfLambda(portal: DeployedPortal, method: string, url: URL, body: string): Answer {
  const [, , , name = "", what, alias] = url.pathname.split("/");
  const found = portal.functions.get(name);
  if (!found) return notFound;
  if (method === "DELETE") {
    portal.writes.push(`-${name} ${url.searchParams.get("Qualifier")}`);
    return { status: 204, body: "" };
  }
  if (what === "versions")
    return { body: { Versions: ["$LATEST", ...found.versions].map((Version) => ({ Version })) } };
  if (what === "aliases" && alias === undefined)
    return {
      body: { Aliases: [{ Name: "live", FunctionVersion: found.version }, ...(found.aliases ?? [])] },
    };
  if (what === "configuration") {
    const version = url.searchParams.get("Qualifier") ?? found.versions.at(-1) ?? "";
    const Variables = found.variables?.[version];
    return found.versions.includes(version) ? { body: { Environment: { Variables } } } : notFound;
  }
  if (method === "PUT") {
    const { FunctionVersion, Description, RoutingConfig } = JSON.parse(body);
    Object.assign(found, { version: FunctionVersion, deployment: Description });
    portal.writes.push(
      `${name} ${FunctionVersion} ${JSON.stringify(RoutingConfig.AdditionalVersionWeights)}`,
    );
  }
  return { body: { Name: "live", FunctionVersion: found.version, Description: found.deployment } };
}

function answer(portal: DeployedPortal, request: IncomingMessage, body: string): Answer {
  const url = new URL(request.url ?? "", "http://localhost");
  if (url.pathname === "/") return stackOf(portal);
  if (url.pathname.startsWith("/2015-03-31/functions/"))
    return answerOfLambda(portal, request.method ?? "", url, body);
  return answerOfBucket(portal, request, url);
}

/** Returns the origin. */
export const serveDeployedPortal = (portal: () => DeployedPortal): Promise<string> =>
  serve(async (request, response) => {
    const { status = 200, body } = answer(portal(), request, await textOf(request));
    response.writeHead(status, {
      "content-type": typeof body === "string" ? "text/xml" : "application/json",
    });
    response.end(typeof body === "string" ? body : JSON.stringify(body));
  });
