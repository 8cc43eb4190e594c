/** What a service does when it makes or changes one resource: it refuses in the words that CloudFormation passes on. */
import type { Account } from "../account.ts";
import { mistakesOf } from "../schema/check-properties.ts";
import { invalid } from "../template/template.ts";
import { isObject, listOf } from "../template/values.ts";
import { resolved } from "./dynamic-references.ts";
import { fixedIdentity } from "./physical-id.ts";
import type { Step } from "./plan.ts";
import type { Resource } from "./resource.ts";

/** Throws when the resource cannot be what its properties say. */
export function make(account: Account, step: Step): void {
  const { resource } = step;
  const { logicalId, type, region, properties } = resource;
  resource.actual = resolved(properties, account, region);
  const mistakes = mistakesOf(type, resource.actual);
  if (mistakes.length > 0) {
    throw invalid(
      `Properties validation failed for resource ${logicalId} with message:\n${mistakes.join("\n")}`,
    );
  }
  checkName(account, step);
  for (const { bucket, key } of objectsFor(resource)) {
    if (account.object(bucket, key)) continue;
    throw handlerError(
      "Error occurred while GetObject. S3 Error Code: NoSuchKey. S3 Error Message: The specified key does not exist.",
      "InvalidRequest",
    );
  }
}

function checkName(account: Account, { resource, before, replacement }: Step): void {
  const identity = fixedIdentity(resource);
  const isKept = before !== undefined && replacement !== "True";
  if (identity === undefined || isKept) return;
  const taken = [...account.existing].find((other) => fixedIdentity(other) === identity);
  if (!taken) return;
  const { logicalId, type, physicalId } = resource;
  if (taken === before) {
    throw invalid(
      `CloudFormation cannot update a stack when a custom-named resource requires replacing. Rename ${physicalId} and update the stack again.`,
    );
  }
  if (taken.stackId !== undefined) throw invalid(`${physicalId} already exists in stack ${taken.stackId}`);
  throw handlerError(
    `Resource of type '${type}' with identifier '${physicalId}' already exists. (${logicalId})`,
    "AlreadyExists",
  );
}

interface Place {
  bucket: string;
  key: string;
}

/** What must have been uploaded. Nobody runs the copying function here, but it would look for its sources. */
function objectsFor({ type, properties }: Resource): Place[] {
  if (type === "Custom::CDKBucketDeployment") {
    const { SourceBucketNames, SourceObjectKeys } = properties;
    const keys = listOf(SourceObjectKeys);
    return listOf(SourceBucketNames).map((bucket, index) => ({
      bucket: String(bucket),
      key: String(keys[index]),
    }));
  }
  const code = { "AWS::Lambda::Function": "Code", "AWS::Lambda::LayerVersion": "Content" }[type];
  const place = code === undefined ? undefined : properties[code];
  if (!isObject(place) || place.S3Bucket === undefined) return [];
  return [{ bucket: String(place.S3Bucket), key: String(place.S3Key) }];
}

const handlerError = (message: string, code: string) =>
  invalid(`Resource handler returned message: "${message}" (HandlerErrorCode: ${code})`);
