import { digestOf, encryptAll, newSecrets, type Secrets } from "#functions/customer/encrypt-secrets.ts";
import { checkPrivateKey } from "#functions/customer/private-key.ts";
import { type Profile, readCustomer } from "#functions/customer/profile.ts";
import type { SignedInCaller } from "#functions/customer/signed-in.ts";
import { count, customerLimit } from "#functions/platform/rate-limits.ts";
import { HttpError } from "#functions/runtime/http-error.ts";
import type { UpgradeRequest } from "#shared/customer/customer.ts";
import { namesIn } from "#shared/customer/customer-field-views.ts";
import { labels } from "#shared/labels.ts";
import { secretMask } from "#shared/limits.ts";
import { requiredMessage } from "#shared/messages.ts";
import { applyChange } from "./change-profile.ts";

/** Retries after a concurrent change. */
const maxRounds = 5;

/**
 * Stores the fields that the standard plan needs, and returns the customer id; the payment changes the plan.
 * A mask or an empty secret means unchanged. A repeated request changes nothing.
 */
export async function prepareUpgrade(request: UpgradeRequest, caller: SignedInCaller): Promise<string> {
  const { sub } = caller;
  for (let round = 0; round < maxRounds; round += 1) {
    const profile = round === 0 ? caller.profile : await readCustomer(sub);
    if (!profile) throw new HttpError("not_found");
    if (profile.plan !== "trial") throw new HttpError("forbidden");
    const secrets = newSecrets(secretsToStore(request, profile), caller, profile);
    const details = changedDetails(request, profile);
    if (Object.keys({ ...details, ...secrets }).length === 0) return profile.customerId;
    await count(customerLimit("SECRETS", sub));
    const encrypted = await encryptAll(sub, secrets);
    const written = await applyChange(sub, profile, {
      action: "upgrade-prepared",
      details,
      encrypted,
      secretsDigest: digestOf(secrets, caller),
      mails: [],
    });
    if (written === "written") return profile.customerId;
  }
  throw new HttpError("conflict");
}

const detailNames = namesIn("voiceProvider", "billingContact");

/** Returns the changed fields without the secrets, which are stored encrypted. */
const changedDetails = (request: UpgradeRequest, stored: Profile): Partial<Profile> =>
  Object.fromEntries(
    detailNames
      .map((name) => [name, request[name] ?? ""] as const)
      .filter(([name, value]) => value !== stored[name]),
  );

/** Throws 400 for a secret that is neither given nor stored, and for an invalid private key. */
function secretsToStore({ apiSecret, privateKey }: UpgradeRequest, stored: Profile): Secrets {
  const isSecretKept = apiSecret === secretMask;
  const isKeyKept = privateKey === "";
  const fields = {
    ...(isSecretKept && !stored.hasApiSecret && { apiSecret: requiredMessage(labels.apiSecret) }),
    ...(isKeyKept && !stored.hasPrivateKey && { privateKey: requiredMessage(labels.privateKey) }),
  };
  if (Object.keys(fields).length > 0) throw new HttpError("bad_request", { fields });
  if (!isKeyKept) checkPrivateKey(privateKey);
  return { ...(isSecretKept ? {} : { apiSecret }), ...(isKeyKept ? {} : { privateKey }) };
}
