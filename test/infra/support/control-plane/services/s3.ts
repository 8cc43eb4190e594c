/** Amazon S3: the buckets that stacks made, with the local cloud's own objects in them. Source: S3 API reference. */
import { ServiceError } from "../../../../../scripts/local/emulators/aws/service-error.ts";
import { toXml, type XmlFields } from "../../../../../scripts/local/emulators/aws/xml.ts";
import type { ServiceRequest, ServiceResponse } from "../../../../../scripts/local/emulators/emulator.ts";
import { addressOf, operationName } from "../../../../../scripts/local/emulators/s3/address.ts";
import { listObjectsV2 } from "../../../../../scripts/local/emulators/s3/listing.ts";
import { getObject, headObject } from "../../../../../scripts/local/emulators/s3/read-object.ts";
import type { S3Operation } from "../../../../../scripts/local/emulators/s3/s3-operation.ts";
import { putObject } from "../../../../../scripts/local/emulators/s3/write-object.ts";
import type { Account } from "../account.ts";
import { multipartOperation, multipartOperations } from "./multipart.ts";
import type { Service } from "./service.ts";

const wholeObjects: Record<string, S3Operation> = {
  GetObject: getObject,
  HeadObject: headObject,
  PutObject: putObject,
  ListObjectsV2: listObjectsV2,
};

export function s3(account: Account): Service {
  const operations: Record<string, S3Operation> = { ...wholeObjects, ...multipartOperations() };
  return {
    operation(request) {
      const name = nameOf(request);
      return name in operations || name in questions ? name : undefined;
    },
    answer(signed) {
      const { request, caller, payload, trailers } = signed;
      const address = pathOf(request);
      const bucket = account.bucket(address.bucket);
      if (!bucket) throw new ServiceError("NoSuchBucket", "The specified bucket does not exist", 404);
      const name = nameOf(request);
      const question = questions[name];
      if (question) return question(account, address.bucket);
      const operation = operations[name];
      if (!operation) throw new ServiceError("NotImplemented", name, 501);
      const query = request.url.searchParams;
      return operation({ ...address, request, query, caller, payload, trailers, store: bucket });
    },
    refusal: ({ code, message, status }) => xml(status, "Error", { Code: code, Message: message }),
  };
}

/** Path style: the address of a stand-in has no names before its own. */
const pathOf = (request: ServiceRequest) => addressOf(request, "path-style");

function nameOf(request: ServiceRequest): string {
  const { key } = pathOf(request);
  const { searchParams } = request.url;
  if (key === "" && request.method === "GET" && searchParams.has("location")) return "GetBucketLocation";
  if (key === "" && request.method === "GET" && searchParams.has("encryption")) return "GetBucketEncryption";
  return multipartOperation(request.method, searchParams) ?? operationName(request, pathOf(request));
}

const questions: Record<string, (account: Account, bucket: string) => ServiceResponse> = {
  GetBucketLocation(account, name) {
    const region = account.bucket(name)?.region;
    return xml(200, "LocationConstraint", { LocationConstraint: region === "us-east-1" ? "" : region });
  },
  GetBucketEncryption(account, name) {
    const { BucketEncryption } = account.resource("AWS::S3::Bucket", name)?.properties ?? {};
    if (BucketEncryption === undefined) {
      throw new ServiceError(
        "ServerSideEncryptionConfigurationNotFoundError",
        "The server side encryption configuration was not found",
        404,
      );
    }
    return xml(200, "ServerSideEncryptionConfiguration", {
      Rule: { ApplyServerSideEncryptionByDefault: { SSEAlgorithm: "aws:kms" } },
    });
  },
};

const xml = (status: number, root: string, fields: XmlFields): ServiceResponse => ({
  status,
  headers: { "content-type": "application/xml" },
  body: toXml(root, fields),
});
