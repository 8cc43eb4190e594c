/** The template that a request brings, or says where to find. */
import type { Account } from "../account.ts";
import { invalid } from "../template/template.ts";

/** Source: CreateChangeSet, `TemplateBody`. */
const longestBody = 51_200;

interface Given {
  TemplateBody?: string | undefined;
  TemplateURL?: string | undefined;
}

export function templateBodyOf(account: Account, { TemplateBody, TemplateURL }: Given): string {
  if (TemplateBody !== undefined) {
    if (Buffer.byteLength(TemplateBody) <= longestBody) return TemplateBody;
    throw invalid(
      `1 validation error detected: Value at 'templateBody' failed to satisfy constraint: Member must have length less than or equal to ${longestBody}`,
    );
  }
  const [, bucket, ...key] =
    URL.parse(TemplateURL ?? "")
      ?.pathname.split("/")
      .map(decodeURIComponent) ?? [];
  if (bucket === undefined || key.length === 0) throw invalid("TemplateURL must be a supported URL.");
  const body = account.object(bucket, key.join("/"));
  if (!body) throw invalid("S3 error: The specified key does not exist.");
  return body.toString();
}
