/** Session storage, typed: the keys of specification section 3, and the drafts beside them. */
import { orUndefined } from "../browser/or-undefined.ts";
import { tabStorage } from "../browser/tab-storage.ts";

/** Stored as they are. */
const textKeys = [
  "loginId",
  "idToken",
  "customerId",
  "plan",
  "paymentType",
  "uuid",
  "newEmail",
  /** `undecided` since the password was right, `due` until the menu shows it: `passkey-offer.ts`. */
  "passkeyOffer",
  /** Set on the way from /update to the card provider's page. */
  "cardChange",
  /** The height in pixels of the payment alert on the menu at the last visit; absent without one. */
  "alertHeight",
] as const;
type TextKey = (typeof textKeys)[number];

const draftKeys = [
  "numberChangeInfo",
  "userDetailInfo",
  /** The progress of the e-mail and the phone change, beside the specification's two keys. */
  "emailChangeProgress",
  "numberChangeProgress",
  /** The login ID of a password reset. */
  "passwordReset",
  "upgradeInfo",
  "updateInfo",
  "invoiceFieldsInfo",
  "quoteInfo",
  "publicQuoteInfo",
  "resubscriptionInfo",
] as const;
/** Stored as JSON; `defineDraft` says what may be in them. */
export type DraftKey = (typeof draftKeys)[number];
export type SessionKey = TextKey | DraftKey;

/** Of who is signed in, and not of what they are about. */
const customerKeys = ["loginId", "idToken", "customerId", "plan", "paymentType"] as const;

export const sessionKeys: readonly SessionKey[] = [...textKeys, ...draftKeys];

type Value<Key extends SessionKey> = Key extends TextKey ? string : unknown;

const isDraftKey = (key: SessionKey): key is DraftKey => draftKeys.some((candidate) => candidate === key);

const clearListeners = new Set<() => void>();

/** The number of sessions that have ended in this page. */
let ended = 0;

function endSession(): void {
  ended += 1;
  for (const listener of clearListeners) listener();
}

/** The session that asked is over. */
export class SessionOverError extends Error {
  override readonly name = "SessionOverError";
}

/** `undefined` when there is nothing, or no JSON where JSON belongs. An empty string is a value. */
function read<Key extends SessionKey>(key: Key): Value<Key> | undefined;
function read(key: SessionKey): unknown {
  const text = tabStorage.read(key);
  return text !== undefined && isDraftKey(key) ? orUndefined(() => JSON.parse(text)) : text;
}

export const session = {
  read,

  write<Key extends SessionKey>(key: Key, value: Value<Key>): void {
    tabStorage.write(key, typeof value === "string" ? value : JSON.stringify(value));
  },

  remove: (key: SessionKey): void => tabStorage.remove(key),

  isEmpty: (): boolean => sessionKeys.every((key) => tabStorage.read(key) === undefined),

  /** Clears all session storage, not our keys alone (specification section 2, sign-out). */
  clear(): void {
    tabStorage.clear();
    endSession();
  },

  /** Removes the customer's keys; drafts stay. */
  forgetCustomer(): void {
    for (const key of customerKeys) session.remove(key);
    endSession();
  },

  /**
   * An answer belongs to the session that asked for it: good or bad, it is a `SessionOverError` when that session is over by then. Nothing
   * that follows a call happens in somebody else's session: `requireSession` throws the same between two calls.
   */
  async within<T>(work: (requireSession: () => void) => Promise<T>): Promise<T> {
    const asking = ended;
    const requireSession = (): void => {
      if (asking !== ended) throw new SessionOverError();
    };
    const [outcome] = await Promise.allSettled([work(requireSession)]);
    requireSession();
    if (outcome.status === "rejected") throw outcome.reason;
    return outcome.value;
  },

  /** For what is known of the signed-in customer outside of storage, and has to go with it. Returns how to end it. */
  onClear(listener: () => void): () => void {
    clearListeners.add(listener);
    return () => clearListeners.delete(listener);
  },
};
