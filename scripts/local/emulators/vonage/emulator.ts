/** Vonage's API hosts. Source: Verify v2 and Subaccounts references (developer.vonage.com/en/api). */

import { importSPKI, jwtVerify } from "jose";
import type { Scope } from "../../scope.ts";
import type { Clock, Deliver, Emulator, ServiceRequest } from "../emulator.ts";
import { createRouter } from "../router.ts";
import { customerCalls, sampleAccounts, sampleApplications } from "./customer-accounts.ts";
import { Problem, problemResponse, problems } from "./problem.ts";
import { sampleSubaccounts, subaccountCalls, type VonageAccount } from "./subaccounts.ts";
import { createVerifications } from "./verifications.ts";
import { verifyCalls } from "./verify-api.ts";

/**
 * Throws 401 unless the request carries a token of this application that is still good: the JWT that it signs with its private
 * key. Source: Vonage "JSON Web Tokens" guide.
 */
function createTokenCheck({ applicationId, publicKeyPem }: VonageEmulatorOptions) {
  const key = importSPKI(publicKeyPem, "RS256");
  return async ({ headers }: ServiceRequest): Promise<void> => {
    const [, token] = /^Bearer (\S+)$/.exec(headers.authorization ?? "") ?? [];
    if (token === undefined) throw problems.unauthorized();
    // The caller's machine has this clock, which a test that moves the emulator's does not move.
    const now = Date.now();
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

export interface VonageEmulatorOptions {
  clock: Clock;
  deliver: Deliver;
  applicationId: string;
  /** The application's public key, PEM, `BEGIN PUBLIC KEY`. */
  publicKeyPem: string;
  /** Its private key, which the sample customers' applications share: to try the connection check. */
  privateKeyPem?: string;
  /** Our own key and secret, for the Subaccounts API; without it that API is not there. */
  account?: VonageAccount;
  scope: Scope;
}

export function createVonageEmulator(options: VonageEmulatorOptions) {
  const { clock, deliver, account, scope } = options;
  const verifications = createVerifications(clock, deliver, scope);
  const find = createRouter({
    ...verifyCalls(verifications, createTokenCheck(options)),
    ...customerCalls(options.publicKeyPem),
    ...(account && subaccountCalls(account)),
  });

  return {
    service: "vonage",
    operation: (request) => find(request)?.name ?? `${request.method} ${request.url.pathname}`,
    async handle(request) {
      try {
        const call = find(request);
        if (!call) throw problems.noSuchPath();
        return await call.route(request, ...call.parts);
      } catch (error) {
        if (error instanceof Problem) return problemResponse(error);
        throw error;
      }
    },
    fault: (status) => problemResponse(problems.injected(status)),
    reset: verifications.reset,
    describe: () => ({
      applicationId: options.applicationId,
      ...(account && { subaccounts: sampleSubaccounts, ...account }),
      customers: {
        accounts: sampleAccounts,
        applications: sampleApplications,
        privateKey: options.privateKeyPem,
      },
    }),
    snapshot: verifications.snapshot,
    restore: verifications.restore,
    ageVerification: verifications.age,
    refuseAfterCancel: verifications.refuseAfterCancel,
  } satisfies Emulator & Record<string, unknown>;
}
