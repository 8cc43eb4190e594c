/** Session storage, typed: the keys of specification section 3, and the drafts beside them. */
import type * as z from "zod/mini";
import type { companyForm } from "../../shared/customer.ts";

/** `userDetailInfo`: where a person is in the sign-up wizard. Never holds a password. */
export interface SignUpDraft {
  step: 0 | 1 | 2 | 3 | 4;
  /** Step 1, possibly half-filled. */
  company: Partial<z.input<typeof companyForm>>;
  chargePhoneNumber?: string;
  /** Of the phone verification. */
  requestId?: string;
  /** Epoch milliseconds, for the countdown until a code may be sent again. */
  smsSentAt?: number;
  /** That code is of no use any more. */
  smsExpired?: boolean;
  phoneVerified?: boolean;
  /** The login ID. */
  userId?: string;
  email?: string;
  /** The account exists but its e-mail address is not confirmed yet. */
  accountCreated?: boolean;
  /** Epoch milliseconds at which the last e-mail code went out. */
  codeSentAt?: number;
}

export interface NumberChange {
  requestId: string;
  chargePhoneNumber: string;
}

export interface SessionValues {
  loginId: string;
  idToken: string;
  customerId: string;
  plan: string;
  paymentType: string;
  uuid: string;
  newEmail: string;
  numberChangeInfo: NumberChange;
  userDetailInfo: SignUpDraft;
  /** How far the e-mail and the phone change got, beside the two keys that the specification names. */
  emailChangeProgress: Record<string, unknown>;
  numberChangeProgress: Record<string, unknown>;
  /** Whose password is being reset. */
  passwordReset: Record<string, unknown>;
  /** The upgrade wizard's draft, which that feature alone knows. */
  upgradeInfo: Record<string, unknown>;
  /** What was typed on /update but not saved, which that feature alone knows. Never holds a secret. */
  updateInfo: Record<string, unknown>;
  /** Set on the way from /update to the card provider's page. */
  cardChange: string;
}
export type SessionKey = keyof SessionValues;

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const isText = (value: unknown): value is string => typeof value === "string";
const isNumberChange = (value: unknown): value is NumberChange =>
  isRecord(value) && isText(value.requestId) && isText(value.chargePhoneNumber);

/** Looks at the shape only: the form's own schema checks what the fields say when the step is submitted. */
const isSignUpDraft = (value: unknown): value is SignUpDraft =>
  isRecord(value) && [0, 1, 2, 3, 4].some((step) => step === value.step) && isRecord(value.company);

const guards: { [K in SessionKey]: (value: unknown) => value is SessionValues[K] } = {
  loginId: isText,
  idToken: isText,
  customerId: isText,
  plan: isText,
  paymentType: isText,
  uuid: isText,
  newEmail: isText,
  numberChangeInfo: isNumberChange,
  userDetailInfo: isSignUpDraft,
  emailChangeProgress: isRecord,
  numberChangeProgress: isRecord,
  passwordReset: isRecord,
  upgradeInfo: isRecord,
  updateInfo: isRecord,
  cardChange: isText,
};
const sessionKeys = Object.keys(guards);
const structured: readonly SessionKey[] = [
  "numberChangeInfo",
  "userDetailInfo",
  "upgradeInfo",
  "updateInfo",
  "emailChangeProgress",
  "numberChangeProgress",
  "passwordReset",
];

/** Where storage is switched off, a page that forgets on reload is better than none. */
const memory = new Map<string, string>();

function stored(key: string): string | undefined {
  try {
    return sessionStorage.getItem(key) ?? memory.get(key);
  } catch {
    return memory.get(key);
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export const session = {
  /** `undefined` when there is nothing, or something that we did not write. An empty string is a value. */
  read<K extends SessionKey>(key: K): SessionValues[K] | undefined {
    const text = stored(key);
    if (text === undefined) return undefined;
    const value = structured.includes(key) ? parsed(text) : text;
    return guards[key](value) ? value : undefined;
  },

  write<K extends SessionKey>(key: K, value: SessionValues[K]): void {
    const text = isText(value) ? value : JSON.stringify(value);
    memory.delete(key);
    try {
      sessionStorage.setItem(key, text);
    } catch {
      memory.set(key, text);
    }
  },

  remove(key: SessionKey): void {
    memory.delete(key);
    try {
      sessionStorage.removeItem(key);
    } catch {
      // Nothing was stored there either.
    }
  },

  isEmpty: (): boolean => sessionKeys.every((key) => stored(key) === undefined),

  /** Clears all session storage, not our keys alone (specification section 2, sign-out). */
  clear(): void {
    memory.clear();
    try {
      sessionStorage.clear();
    } catch {
      // Nothing was stored there either.
    }
  },
};
