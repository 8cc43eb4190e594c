/** Vonage's API hosts. Source: Verify v2 and Subaccounts references (developer.vonage.com/en/api). */
import type { Clock, Deliver, Emulator, ServiceRequest } from "../emulator.ts";
import { createTokenCheck } from "./bearer-token.ts";
import { createCustomerAccountsApi, sampleAccounts, sampleApplications } from "./customer-accounts.ts";
import { Problem, problemResponse, problems } from "./problem.ts";
import { createSubaccountsApi, sampleSubaccounts, type VonageAccount } from "./subaccounts.ts";
import { createVerifications } from "./verifications.ts";
import { createVerifyApi, type VonageApi } from "./verify-api.ts";

export interface VonageEmulatorOptions {
  clock: Clock;
  deliver: Deliver;
  applicationId: string;
  /** The application's public key, PEM, `BEGIN PUBLIC KEY`. */
  publicKeyPem: string;
  /** Its private key, which the sample customers' applications share: for whoever tries the connection check. */
  privateKeyPem?: string;
  /** Our own key and secret, for the Subaccounts API; without it that API is not there. */
  account?: VonageAccount;
  /** What tokens are dated by: the caller's machine, which a test that moves `clock` does not move. */
  tokenClock?: Clock;
}

export interface VonageEmulator extends Emulator {
  /** Sends every SMS that is due by the clock; for tests that moved it and look into the inbox. */
  sendDue(): void;
  /** Moves the request to that number into the past; false when none is in flight. */
  ageVerification(to: string, milliseconds: number): boolean;
}

export function createVonageEmulator(options: VonageEmulatorOptions): VonageEmulator {
  const { clock, deliver, account, tokenClock = Date.now } = options;
  const verifications = createVerifications(clock, deliver);
  const apis: VonageApi[] = [
    createVerifyApi(verifications, createTokenCheck({ ...options, tokenClock })),
    createCustomerAccountsApi(options.publicKeyPem),
    ...(account ? [createSubaccountsApi(account)] : []),
  ];
  const apiOf = (request: ServiceRequest) => apis.find((api) => api.operation(request) !== undefined);

  return {
    service: "vonage",
    operation: (request) => apiOf(request)?.operation(request) ?? `${request.method} ${request.url.pathname}`,
    async handle(request) {
      try {
        const api = apiOf(request);
        if (!api) throw problems.noSuchPath();
        return await api.handle(request);
      } catch (error) {
        if (error instanceof Problem) return problemResponse(error);
        throw error;
      }
    },
    fault: (status) => problemResponse(problems.injected(status)),
    reset: () => verifications.reset(),
    describe: () => ({
      applicationId: options.applicationId,
      ...(account && { subaccounts: sampleSubaccounts, ...account }),
      customers: {
        accounts: sampleAccounts,
        applications: sampleApplications,
        privateKey: options.privateKeyPem,
      },
    }),
    snapshot: () => verifications.snapshot(),
    restore: (snapshot) => verifications.restore(snapshot),
    sendDue: () => verifications.sendDue(),
    ageVerification: (to, milliseconds) => verifications.age(to, milliseconds),
  };
}
