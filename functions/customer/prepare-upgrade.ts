import { createHash } from "node:crypto";
import type { UpgradeRequest } from "../../shared/customer.ts";
import { namesIn } from "../../shared/customer-fields.ts";
import { labels } from "../../shared/labels.ts";
import { secretMask } from "../../shared/limits.ts";
import { requiredMessage } from "../../shared/messages.ts";
import type { AuditContext } from "../platform/audit.ts";
import { count, customerLimit } from "../platform/rate-limits.ts";
import { requireAccount } from "../platform/user-pool.ts";
import { ApiError } from "../runtime/api-error.ts";
import type { Caller } from "../runtime/caller.ts";
import { readCustomer } from "./customer-table.ts";
import { encryptAll, type Secrets } from "./encrypt-secrets.ts";
import { type OnboardingDetails, storeOnboarding } from "./onboarding-table.ts";
import { checkPrivateKey } from "./private-key.ts";
import type { Profile } from "./profile.ts";

/**
 * Takes what a customer needs for the standard plan; the plan itself changes with the payment alone. Secrets that come as
 * mask or empty stay as they are. The same request again changes nothing.
 */
export async function prepareUpgrade(
  request: UpgradeRequest,
  caller: Caller,
  audit: AuditContext,
): Promise<string> {
  const { sub } = caller;
  const [profile] = await Promise.all([readCustomer(sub), requireAccount(caller)]);
  if (!profile) throw new ApiError("not_found");
  if (profile.plan !== "trial") throw new ApiError("forbidden");
  const secrets = secretsToStore(request, profile);
  const details = detailsOf(request);
  if (Object.keys(secrets).length === 0 && isSame(details, profile)) return profile.customerId;
  await count(customerLimit("SECRETS", sub, 20));
  const encrypted = await encryptAll(sub, secrets);
  const written = await storeOnboarding(
    sub,
    { customerId: profile.customerId, details, encrypted, auditId: auditIdOf(request) },
    audit,
  );
  if (!written) throw new ApiError("forbidden");
  return profile.customerId;
}

/** A hash would give a short secret away to whoever guesses: a private key in it cannot be guessed. */
function auditIdOf(request: UpgradeRequest): string | undefined {
  if (request.privateKey === "") return undefined;
  const hash = createHash("sha256").update(JSON.stringify(request)).digest("hex");
  return `UPGRADE-PREPARED#${hash.slice(0, 32)}`;
}

const detailNames = namesIn("voiceProvider", "billingContact");

/** Never the secrets: they are stored encrypted. */
const detailsOf = (request: UpgradeRequest): OnboardingDetails =>
  Object.fromEntries(detailNames.map((name) => [name, request[name] ?? ""])) as OnboardingDetails;

const isSame = (details: OnboardingDetails, stored: Profile): boolean =>
  detailNames.every((name) => details[name] === stored[name]);

/** Throws 400 for one that is neither given nor stored, and for a private key that is none. */
function secretsToStore({ apiSecret, privateKey }: UpgradeRequest, stored: Profile): Secrets {
  const isSecretKept = apiSecret === secretMask;
  const isKeyKept = privateKey === "";
  const fields = {
    ...(isSecretKept && !stored.hasApiSecret && { apiSecret: requiredMessage(labels.apiSecret) }),
    ...(isKeyKept && !stored.hasPrivateKey && { privateKey: requiredMessage(labels.privateKey) }),
  };
  if (Object.keys(fields).length > 0) throw new ApiError("bad_request", { fields });
  if (!isKeyKept) checkPrivateKey(privateKey);
  return { ...(isSecretKept ? {} : { apiSecret }), ...(isKeyKept ? {} : { privateKey }) };
}
