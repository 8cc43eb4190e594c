/** What every service of the stand-in looks like to the server that dispatches to it. */
import type {
  Principal,
  ServiceRequest,
  ServiceResponse,
} from "../../../../../scripts/local/emulators/emulator.ts";

export interface SignedRequest {
  request: ServiceRequest;
  /** From the credential scope. */
  region: string;
  caller: Principal;
  /** The body without `aws-chunked` framing, and what trailed it. */
  payload: Buffer;
  trailers: Readonly<Record<string, string>>;
}

export interface Service {
  /** The operation's name as its API calls it; undefined when the stand-in does not know it. */
  operation(request: ServiceRequest, payload: Buffer): string | undefined;
  /** Throws a `ServiceError`. */
  answer(signed: SignedRequest): ServiceResponse;
  /** The same error in the service's own wire format. */
  refusal(error: { code: string; message: string; status: number }): ServiceResponse;
}
