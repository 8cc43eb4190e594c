/** The canary's API calls, through CloudFront. */

import { send } from "#functions/platform/http.ts";
import { downloadFile, type Endpoint, getUser, type ResponseOf } from "#shared/endpoints.ts";

const timeoutMs = 10_000;

/** Throws unless the API returns the record of the signed-in customer. */
export async function readOwnRecord(siteUrl: string, loginId: string, idToken: string): Promise<void> {
  const { results } = await call(getUser, siteUrl, { name: loginId }, idToken);
  if (results.length !== 1) throw new Error("the canary's account is no customer");
}

/** Throws unless the plugin's URL returns a file; reads its first byte only. */
export async function fetchDownload(siteUrl: string, idToken: string): Promise<void> {
  const { result } = await call(downloadFile, siteUrl, { file_type: "plugin" }, idToken);
  const { status } = await send({
    method: "GET",
    url: new URL(result.url),
    headers: { range: "bytes=0-0" },
    timeoutMs,
  });
  if (status !== 206) throw new Error(`the plugin's link answers ${status}`);
}

async function call<E extends Endpoint>(
  endpoint: E,
  siteUrl: string,
  query: Record<string, string>,
  idToken: string,
): Promise<ResponseOf<E>> {
  const url = new URL(`${endpoint.path}?${new URLSearchParams(query)}`, siteUrl);
  const { status, text } = await send({
    method: "GET",
    url,
    headers: { authentication: idToken },
    timeoutMs,
  });
  if (status !== 200) throw new Error(`${endpoint.path}: ${status}`);
  return endpoint.response.parse(JSON.parse(text)) as ResponseOf<E>;
}
