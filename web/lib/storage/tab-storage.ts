/** Session storage, typed: the keys of specification section 3, and the drafts. */
import { orUndefined } from "../browser/or-undefined.ts";
import { rawTabStorage } from "./raw-tab-storage.ts";

/** Keys whose values are stored as text. */
const textKeys = [
  "loginId",
  "idToken",
  "customerId",
  "plan",
  "paymentType",
  "uuid",
  "newEmail",
  /** `undecided` after a sign-in with the password, `due` until the menu shows the offer: `passkey-offer.ts`. */
  "passkeyOffer",
  /** Set while the customer is on the card provider's page. */
  "cardChange",
  /** The height in pixels of the payment alert that the menu showed last. Absent if it showed none. */
  "alertHeight",
] as const;
type TextKey = (typeof textKeys)[number];

const draftKeys = [
  "numberChangeInfo",
  "userDetailInfo",
  /** Steps of the e-mail change and the phone change. */
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
/** Keys whose values are stored as JSON. `defineDraft` validates them. */
export type DraftKey = (typeof draftKeys)[number];
export type TabStorageKey = TextKey | DraftKey;

export const tabStorageKeys: readonly TabStorageKey[] = [...textKeys, ...draftKeys];

type Value<Key extends TabStorageKey> = Key extends TextKey ? string : unknown;

const isDraftKey = (key: TabStorageKey): key is DraftKey => draftKeys.some((candidate) => candidate === key);

/** Returns `undefined` for a missing value and for invalid JSON. An empty string is a value. */
function read<Key extends TabStorageKey>(key: Key): Value<Key> | undefined;
function read(key: TabStorageKey): unknown {
  const text = rawTabStorage.read(key);
  return text !== undefined && isDraftKey(key) ? orUndefined(() => JSON.parse(text)) : text;
}

export const tabStorage = {
  read,

  write<Key extends TabStorageKey>(key: Key, value: Value<Key>): void {
    rawTabStorage.write(key, typeof value === "string" ? value : JSON.stringify(value));
  },

  remove: (key: TabStorageKey): void => rawTabStorage.remove(key),

  isEmpty: (): boolean => tabStorageKeys.every((key) => rawTabStorage.read(key) === undefined),
};
