import type { UpdateRequest } from "../../shared/customer.ts";
import type { AuditContext } from "../platform/audit.ts";
import { count, customerLimit } from "../platform/rate-limits.ts";
import { expectAccount } from "../platform/user-pool.ts";
import { Problem } from "../runtime/api-error.ts";
import type { Caller } from "../runtime/caller.ts";
import { applyChange, type Change } from "./change-record.ts";
import { readCustomer } from "./customer-table.ts";
import {
  differingDetails,
  erasedSecrets,
  givenSecrets,
  isFormGiven,
  isStandardGiven,
} from "./differences.ts";
import { emailChange } from "./email-change.ts";
import { sealAll } from "./encrypt-secrets.ts";
import { phoneChange } from "./phone-change.ts";
import type { Profile } from "./profile.ts";

/** Other changes that one update gives way to before it gives up. */
const turns = 5;

/**
 * Writes what differs from the record of who asks. The same request again, at once or after a lost answer, finds nothing that
 * differs. Throws 401 without an account, 404 without a record, 403 for what the plan or a missing proof of phone or e-mail
 * forbids, 409 when `version` names an older record than there is.
 */
export async function update(request: UpdateRequest, caller: Caller, audit: AuditContext): Promise<string> {
  const { sub } = caller;
  for (let turn = 0; turn < turns; turn += 1) {
    const [profile, proven] = await Promise.all([readCustomer(sub), expectAccount(caller)]);
    if (!profile) throw new Problem("not_found");
    if (isStandardGiven(request) && profile.plan !== "standard") throw new Problem("forbidden");
    const change = differenceFrom(sub, profile, request, proven);
    const secrets = givenSecrets(request);
    const erased = erasedSecrets(request, profile);
    const changed = { ...change.details, ...secrets, ...erased };
    if (Object.keys(changed).length === 0) return profile.customerId;
    if (isFormGiven(request) && (request.version ?? profile.version) !== profile.version) {
      throw new Problem("conflict");
    }
    await countChange(sub, Object.keys(secrets).length > 0);
    const sealed = { ...(await sealAll(sub, secrets)), ...erased };
    const written = await applyChange(sub, profile, { ...change, sealed }, audit);
    if (written === "written") return profile.customerId;
    if (written === "unproven") await expectPhone(sub, request.chargePhoneNumber);
  }
  throw new Problem("conflict");
}

/** Every secret is a call of KMS. Throws 429. */
async function countChange(sub: string, hasSecrets: boolean): Promise<void> {
  await count(customerLimit("CHANGE", sub, 60));
  if (hasSecrets) await count(customerLimit("SECRETS", sub, 20));
}

/** `proven`: the account's address in the pool. */
function differenceFrom(
  sub: string,
  profile: Profile,
  request: UpdateRequest,
  proven: string | undefined,
): Omit<Change, "sealed"> {
  const address = request.email === undefined ? profile.email : expectProven(request.email, proven);
  // A billing address that is given anew does not follow.
  const billingEmail = request.billingEmail ?? profile.billingEmail;
  const email = emailChange(sub, { ...profile, billingEmail }, address);
  const phone = phoneChange(sub, profile, request);
  return {
    details: { ...email.details, ...differingDetails(request, profile), ...phone.details },
    mails: [...email.mails, ...phone.mails],
    phone: phone.phone,
  };
}

/** In the pool's spelling. */
function expectProven(given: string, proven: string | undefined): string {
  if (proven?.toLowerCase() !== given.toLowerCase()) throw new Problem("email_not_verified");
  return proven;
}

/** The verification is used up already: by this very change, if the record has the number. */
async function expectPhone(sub: string, chargePhoneNumber: string | undefined): Promise<void> {
  const now = await readCustomer(sub);
  if (now?.chargePhoneNumber !== chargePhoneNumber) throw new Problem("phone_not_verified");
}
