/** The interface of every emulated service of the local cloud. */

export const serviceNames = [
  "cognito",
  "dynamodb",
  "s3",
  "ses",
  "kms",
  "secrets",
  "stripe",
  "vonage",
  "tax-agency",
] as const;
export type ServiceName = (typeof serviceNames)[number];

export interface ServiceRequest {
  method: string;
  /** Path and query exactly as sent (still percent-encoded): signatures are computed over it. */
  target: string;
  /** The same, parsed; its host is the one the client addressed. */
  url: URL;
  /** Lower-case names. */
  headers: Readonly<Record<string, string>>;
  body: Buffer;
}

export interface ServiceResponse {
  status: number;
  headers?: Record<string, string>;
  body?: string | Buffer;
}

export interface Emulator {
  readonly service: ServiceName;
  /** Allow cross-origin calls from a browser, as the real service does (Cognito, S3 downloads). */
  readonly browserFacing?: boolean;
  /** The operation's name as faults and the request log call it, e.g. `SignUp`, `GetObject`, `POST /v2/verify`. */
  operation(request: ServiceRequest): string;
  handle(request: ServiceRequest): Promise<ServiceResponse>;
  /** An error of that status in the service's own wire format, for injected faults; some services remember the request. */
  fault(status: number, request?: ServiceRequest): ServiceResponse;
  /** Back to empty. Keys and ids that other parts were configured with stay. */
  reset(): void;
  /** The data that a foreign client needs beside the endpoint, for `GET /__local/services`. All of it is fake. */
  describe(): Record<string, unknown>;
  /** The whole state as JSON, so that `--data DIR` can bring it back; `restore(snapshot())` is the identity. */
  snapshot(): unknown;
  restore(snapshot: unknown): void;
}

/** Milliseconds since the epoch; tests hand in one they can move. */
export type Clock = () => number;

export interface DeliveredAttachment {
  fileName: string;
  contentType: string;
  bytes: number;
  /** In base64. */
  content: string;
}

/** One SMS, call or mail that an emulator delivered to a person. */
export interface DeliveredMessage {
  channel: "sms" | "voice" | "email";
  to: string;
  subject?: string;
  text: string;
  html?: string;
  /** Of a mail, beside those that its service writes. */
  headers?: Record<string, string>;
  attachments?: DeliveredAttachment[];
  /** The one-time code inside, when there is one. */
  code?: string;
}
export type Deliver = (message: DeliveredMessage) => void;

/** The inputs of IAM's conditions. */
export interface AccessContext {
  encryptionContext?: Readonly<Record<string, string>>;
  /** DynamoDB's `LeadingKeys`: the partition that the request is about. */
  partition?: string | undefined;
  /** DynamoDB's `Attributes` of a request whose `Select` is `SPECIFIC_ATTRIBUTES`; undefined when it may return all of a row. */
  attributes?: readonly string[] | undefined;
}

/** The signers of AWS requests: every Lambda function has its own key, like its own role. */
export interface Principal {
  name: string;
  accessKeyId: string;
  secretAccessKey: string;
  /** IAM's answer for an action like `kms:Encrypt`. Emulators answer AccessDenied when it is false. */
  allows(action: string, context?: AccessContext): boolean;
}
export type FindPrincipal = (accessKeyId: string) => Principal | undefined;
