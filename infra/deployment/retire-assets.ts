/**
 * Runs with every deployment of the site, after its files are there: assets that this build no longer has begin their last
 * 30 days. S3 counts an object's days from when it was written, so each is written once more, as it is, with the tag that
 * the bucket's lifecycle rule looks for. A build that has the file again writes it without the tag.
 */
import {
  GetObjectCommand,
  HeadObjectCommand,
  PutObjectCommand,
  paginateListObjectsV2,
  S3Client,
} from "@aws-sdk/client-s3";

interface Site {
  Bucket: string;
  /** Keys of the assets that this build has. */
  Assets: readonly string[];
}

/** What CloudFormation sends to a custom resource. */
interface DeploymentEvent {
  RequestType: "Create" | "Update" | "Delete";
  ResponseURL: string;
  StackId: string;
  RequestId: string;
  LogicalResourceId: string;
  ResourceProperties: Site;
}

/** Keys of what was marked just now. */
export async function retireAssets(s3: S3Client, { Bucket, Assets }: Site): Promise<string[]> {
  const current = new Set(Assets);
  const retired: string[] = [];
  for await (const { Contents = [] } of paginateListObjectsV2(
    { client: s3 },
    { Bucket, Prefix: "assets/" },
  )) {
    for (const { Key = "" } of Contents) {
      if (!current.has(Key) && (await retire(s3, { Bucket, Key }))) retired.push(Key);
    }
  }
  return retired;
}

/** False when its days are counted already. */
async function retire(s3: S3Client, object: { Bucket: string; Key: string }): Promise<boolean> {
  const { Metadata } = await s3.send(new HeadObjectCommand(object));
  if (Metadata?.superseded) return false;
  const { Body, ContentType, CacheControl } = await s3.send(new GetObjectCommand(object));
  if (!Body) throw new Error(`${object.Key} came without its content`);
  await s3.send(
    new PutObjectCommand({
      ...object,
      Body: await Body.transformToByteArray(),
      ContentType,
      CacheControl,
      Metadata: { superseded: new Date().toISOString() },
      Tagging: "superseded=true",
    }),
  );
  return true;
}

/** A file that stays too long is no reason to stop a deployment: a failure is logged, and the next deployment tries again. */
export async function handler(event: DeploymentEvent): Promise<void> {
  if (event.RequestType !== "Delete") {
    await retireAssets(new S3Client({}), event.ResourceProperties).then(
      (retired) =>
        console.log(JSON.stringify({ level: "info", event: "assets retired", count: retired.length })),
      (error: unknown) =>
        console.error(JSON.stringify({ level: "error", event: "assets not retired", error: String(error) })),
    );
  }
  const { StackId, RequestId, LogicalResourceId } = event;
  const answer = {
    Status: "SUCCESS",
    PhysicalResourceId: "retired-assets",
    StackId,
    RequestId,
    LogicalResourceId,
  };
  // As bytes: the address is signed for an answer without a content type, and `fetch` would name text's.
  const body = Buffer.from(JSON.stringify(answer));
  const { ok, status } = await fetch(event.ResponseURL, { method: "PUT", body });
  // Lambda tries again; CloudFormation would wait in vain.
  if (!ok) throw new Error(`CloudFormation's address answers ${status}`);
}
