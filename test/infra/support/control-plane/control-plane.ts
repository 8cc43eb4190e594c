/**
 * A stand-in for AWS's control plane: what the CDK CLI speaks to while it bootstraps, deploys, compares and destroys.
 * One address for all services and regions; the signature's credential scope says which is meant.
 */
import { readAuthorization } from "../../../../scripts/local/emulators/aws/authorization.ts";
import { RejectedRequest, wordRejection } from "../../../../scripts/local/emulators/aws/rejection.ts";
import { ServiceError } from "../../../../scripts/local/emulators/aws/service-error.ts";
import { verifySignature } from "../../../../scripts/local/emulators/aws/signature-v4.ts";
import type { ServiceRequest, ServiceResponse } from "../../../../scripts/local/emulators/emulator.ts";
import { listen } from "../../../../scripts/local/http.ts";
import { toServiceRequest } from "../../../../scripts/local/service-host.ts";
import { Account } from "./account.ts";
import { cloudFormation } from "./services/cloudformation.ts";
import { cloudTrail } from "./services/cloudtrail.ts";
import { s3 } from "./services/s3.ts";
import type { Service } from "./services/service.ts";
import { createSessions } from "./services/sessions.ts";
import { ssm } from "./services/ssm.ts";
import { sts } from "./services/sts.ts";

export interface ControlPlane {
  url: string;
  account: Account;
  credentials: { accessKeyId: string; secretAccessKey: string };
  /** `cloudformation:CreateChangeSet`, in the order asked; what is not known here ends with a question mark. */
  calls: string[];
  close(): Promise<void>;
}

export async function startControlPlane(): Promise<ControlPlane> {
  const account = new Account();
  const sessions = createSessions();
  const calls: string[] = [];
  const services: Record<string, Service> = {
    cloudformation: cloudFormation(account),
    cloudtrail: cloudTrail(),
    s3: s3(account),
    ssm: ssm(account),
    sts: sts(account, sessions),
  };

  async function answer(request: ServiceRequest): Promise<ServiceResponse> {
    const { service: name, region } = readAuthorization(request);
    const service = services[name];
    if (!service) {
      calls.push(`${name}:?`);
      return { status: 501 };
    }
    const check = await verifySignature(request, sessions.find, { service: name, region }, Date.now);
    if (!check.ok) return service.refusal(check);
    const { principal: caller, payload, trailers } = check;
    const operation = service.operation(request, payload);
    calls.push(`${name}:${operation ?? `${request.method} ${request.target} ${payload.subarray(0, 60)} ?`}`);
    try {
      if (operation === undefined) throw new ServiceError("InvalidAction", "The stand-in does not know it");
      return service.answer({ request, region, caller, payload, trailers });
    } catch (error) {
      if (error instanceof ServiceError) return service.refusal(error);
      throw error;
    }
  }

  const server = await listen(async (incoming, outgoing) => {
    const response = await answer(await toServiceRequest(incoming)).catch(
      (error: unknown): ServiceResponse => {
        if (error instanceof RejectedRequest) return wordRejection(error, "sts");
        console.error("control plane:", error);
        calls.push(`failed: ${error} ?`);
        return { status: 500 };
      },
    );
    outgoing.writeHead(response.status, response.headers);
    outgoing.end(incoming.method === "HEAD" ? undefined : response.body);
  });
  return {
    url: server.url.replace("localhost", "127.0.0.1"),
    account,
    credentials: sessions.person,
    calls,
    close: () => server.close(),
  };
}
