/** The JWT that an application signs with its private key. Source: Vonage "JSON Web Tokens" guide. */
import { importSPKI, jwtVerify } from "jose";
import type { Clock, ServiceRequest } from "../emulator.ts";
import { problems } from "./problem.ts";

export interface BearerTokenOptions {
  applicationId: string;
  /** The application's public key, PEM, `BEGIN PUBLIC KEY`. */
  publicKeyPem: string;
  tokenClock: Clock;
}

/** Throws 401 unless the request carries a token of this application that is still good. */
export function createTokenCheck(options: BearerTokenOptions): (request: ServiceRequest) => Promise<void> {
  const { applicationId, publicKeyPem, tokenClock } = options;
  const key = importSPKI(publicKeyPem, "RS256");
  return async ({ headers }) => {
    const [, token] = /^Bearer (\S+)$/.exec(headers.authorization ?? "") ?? [];
    if (token === undefined) throw problems.unauthorized();
    const now = tokenClock();
    const { payload } = await jwtVerify(token, await key, {
      algorithms: ["RS256"],
      requiredClaims: ["application_id", "iat", "exp", "jti"],
      currentDate: new Date(now),
      clockTolerance: 5,
    }).catch(() => {
      throw problems.unauthorized();
    });
    if (payload.application_id !== applicationId) throw problems.unauthorized();
    if ((payload.iat ?? 0) > now / 1000 + 60) throw problems.unauthorized();
  };
}
