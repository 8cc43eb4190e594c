/** ListObjectsV2, ListObjectVersions and GetBucketVersioning. */
import { ServiceError } from "../aws/service-error.ts";
import { toXml, type XmlFields } from "../aws/xml.ts";
import type { ServiceResponse } from "../emulator.ts";
import type { ObjectVersion } from "./object-store.ts";
import { authorize, type S3Call } from "./s3-operation.ts";

interface Listed<T> {
  /** What the next page starts after. */
  position: string;
  item: T | { prefix: string };
}

export function listObjectsV2(call: S3Call): ServiceResponse {
  authorize(call, "s3:ListBucket");
  const { query, store, bucket } = call;
  const token = query.get("continuation-token");
  const after =
    token === null ? (query.get("start-after") ?? "") : Buffer.from(token, "base64url").toString();
  const live = store
    .keys(query.get("prefix") ?? "")
    .flatMap(([key, [newest]]) => (newest && !newest.deleteMarker ? [{ key, version: newest }] : []))
    .filter(({ key }) => key > after);
  const page = takePage(live, query);
  return xml("ListBucketResult", {
    Name: bucket,
    ...page.echo,
    KeyCount: page.items.length + page.prefixes.length,
    IsTruncated: page.next !== undefined,
    NextContinuationToken: page.next && Buffer.from(page.next).toString("base64url"),
    Contents: page.items.map(({ version }) => ({ ...describeVersion(version) })),
    CommonPrefixes: page.prefixes.map((Prefix) => ({ Prefix })),
  });
}

/** Pages hold whole keys: the emulator's bucket never has a key with a thousand versions. */
export function listObjectVersions(call: S3Call): ServiceResponse {
  authorize(call, "s3:ListBucketVersions");
  const { query, store, bucket } = call;
  const marker = query.get("key-marker") ?? "";
  const keys = store
    .keys(query.get("prefix") ?? "")
    .map(([key, versions]) => ({ key, versions }))
    .filter(({ key }) => key > marker);
  const page = takePage(keys, query);
  const versions = page.items.flatMap((item) =>
    item.versions.map((version, index) => ({ version, fields: { IsLatest: index === 0 } })),
  );
  const described = (deleteMarker: boolean) =>
    versions
      .filter(({ version }) => version.deleteMarker === deleteMarker)
      .map(({ version, fields }) => ({
        ...describeVersion(version),
        VersionId: version.versionId,
        ...fields,
      }));
  return xml("ListVersionsResult", {
    Name: bucket,
    ...page.echo,
    KeyMarker: marker,
    IsTruncated: page.next !== undefined,
    NextKeyMarker: page.next,
    Version: described(false),
    DeleteMarker: described(true),
    CommonPrefixes: page.prefixes.map((Prefix) => ({ Prefix })),
  });
}

export function getBucketVersioning(call: S3Call): ServiceResponse {
  authorize(call, "s3:GetBucketVersioning");
  return xml("VersioningConfiguration", { Status: "Enabled" });
}

interface Page<T> {
  items: T[];
  prefixes: string[];
  /** The last position of this page, when there is another one. */
  next: string | undefined;
  echo: XmlFields;
}

function takePage<T extends { key: string }>(all: readonly T[], query: URLSearchParams): Page<T> {
  const prefix = query.get("prefix") ?? "";
  const delimiter = query.get("delimiter") ?? "";
  const maxKeys = Number(query.get("max-keys") ?? 1000);
  if (!Number.isInteger(maxKeys) || maxKeys < 0) {
    throw new ServiceError(
      "InvalidArgument",
      "Argument max-keys must be an integer between 0 and 2147483647",
    );
  }
  const rows = groupByPrefix(all, prefix, delimiter);
  const taken = rows.slice(0, Math.min(maxKeys, 1000));
  return {
    items: taken.flatMap(({ item }) => ("prefix" in item ? [] : [item])),
    prefixes: taken.flatMap(({ item }) => ("prefix" in item ? [item.prefix] : [])),
    next: taken.length < rows.length ? taken.at(-1)?.position : undefined,
    echo: { Prefix: prefix, Delimiter: delimiter === "" ? undefined : delimiter, MaxKeys: maxKeys },
  };
}

function groupByPrefix<T extends { key: string }>(
  all: readonly T[],
  prefix: string,
  delimiter: string,
): Listed<T>[] {
  const rows: Listed<T>[] = [];
  for (const item of all) {
    const end = delimiter === "" ? -1 : item.key.indexOf(delimiter, prefix.length);
    const common = end === -1 ? undefined : item.key.slice(0, end + delimiter.length);
    const last = rows.at(-1);
    if (common === undefined) rows.push({ position: item.key, item });
    else if (last && "prefix" in last.item && last.item.prefix === common) last.position = item.key;
    else rows.push({ position: item.key, item: { prefix: common } });
  }
  return rows;
}

function describeVersion(version: ObjectVersion): XmlFields {
  const content = { ETag: version.etag, Size: version.body.length, StorageClass: "STANDARD" };
  return {
    Key: version.key,
    LastModified: new Date(version.lastModified).toISOString(),
    ...(version.deleteMarker ? {} : content),
  };
}

function xml(root: string, fields: XmlFields): ServiceResponse {
  return { status: 200, headers: { "content-type": "application/xml" }, body: toXml(root, fields) };
}
