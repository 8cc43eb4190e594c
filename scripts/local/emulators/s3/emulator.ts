/**
 * Amazon S3 with private, versioned buckets. Forged, altered and outdated requests and presigned URLs are
 * refused as by the real one. Source: S3 API reference.
 */
import { randomBytes } from "node:crypto";
import { z } from "zod";
import { decodePart } from "../../http.ts";
import { ServiceError } from "../aws/service-error.ts";
import { verifySignature } from "../aws/signature-v4.ts";
import { toXml } from "../aws/xml.ts";
import type { Clock, Emulator, FindPrincipal, ServiceRequest, ServiceResponse } from "../emulator.ts";
import { createObjectStore } from "./object-store.ts";
import { objectOperations } from "./operations.ts";

interface S3Address {
  bucket: string;
  /** Empty for operations on the bucket itself. */
  key: string;
}

/** Of a path-style request: the local cloud's clients send no other. */
function addressOf(request: ServiceRequest): S3Address {
  const path = request.target.split("?", 1)[0]?.slice(1) ?? "";
  const [name = "", ...key] = path.split("/");
  return { bucket: decodePart(name), key: decodePart(key.join("/")) };
}

/** The API's name of what is asked, as the S3 reference lists it; `Unknown` when the emulator lacks it. */
function operationName(request: ServiceRequest, { key }: S3Address): string {
  return key === "" ? "Unknown" : (objectOperations[request.method]?.name ?? "Unknown");
}

export interface S3EmulatorOptions {
  clock: Clock;
  findPrincipal: FindPrincipal;
  /** The first one is the portal's downloads. */
  buckets: readonly [string, ...string[]];
  region: string;
}

/** By bucket. */
const contentSchema = z.record(z.string(), z.unknown());

export function createS3Emulator({ clock, findPrincipal, buckets, region }: S3EmulatorOptions): Emulator {
  const stores = new Map(buckets.map((bucket) => [bucket, createObjectStore(clock)]));
  const [first] = buckets;

  async function run(request: ServiceRequest): Promise<ServiceResponse> {
    const caller = await verifySignature(request, findPrincipal, { service: "s3", region }, clock);
    const address = addressOf(request);
    const store = stores.get(address.bucket);
    if (!store) {
      throw new ServiceError("NoSuchBucket", "The specified bucket does not exist", 404);
    }
    const operation = objectOperations[request.method];
    if (!operation || address.key === "") {
      const message = "A header or query you provided requests a function that is not implemented.";
      throw new ServiceError("NotImplemented", message, 501);
    }
    return operation.run({ request, query: request.url.searchParams, ...address, store, caller });
  }

  return {
    service: "s3",
    browserFacing: true,
    operation: (request) => operationName(request, addressOf(request)),
    async handle(request) {
      const response = await run(request).catch((error: unknown) => {
        if (error instanceof ServiceError) return errorResponse(error, request);
        throw error;
      });
      // The emulator's own clock, so that SDKs correct theirs by it when tests move it.
      const date = new Date(clock()).toUTCString();
      return { ...response, headers: { date, "x-amz-request-id": requestId(), ...response.headers } };
    },
    fault: (status) =>
      errorResponse(
        status === 503
          ? new ServiceError("SlowDown", "Please reduce your request rate.", status)
          : new ServiceError("InternalError", "We encountered an internal error. Please try again.", status),
      ),
    reset: () => {
      for (const store of stores.values()) store.clear();
    },
    describe: () => ({ bucket: first, region, forcePathStyle: true }),
    snapshot: () => Object.fromEntries([...stores].map(([bucket, store]) => [bucket, store.snapshot()])),
    restore(snapshot) {
      const content = contentSchema.parse(snapshot);
      for (const [bucket, store] of stores) store.restore(content[bucket] ?? []);
    },
  };
}

function errorResponse(error: ServiceError, request?: ServiceRequest): ServiceResponse {
  const headers = { "content-type": "application/xml" };
  if (request?.method === "HEAD") return { status: error.status, headers };
  const fields = { Code: error.code, Message: error.message, RequestId: requestId() };
  return { status: error.status, headers, body: toXml("Error", fields) };
}

function requestId(): string {
  return randomBytes(8).toString("hex").toUpperCase();
}
