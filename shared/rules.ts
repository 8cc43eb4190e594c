/** The rules of specification section 5 that are more than a length, as plain tests on text. */
import { limits } from "./limits.ts";

export const phonePattern = /^(?:\d{2,4}-\d{2,4}-\d{3,4}|0\d{4}-\d-\d{4})$/;
const mailbox = /^[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*$/;
const dnsLabel = /^[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?$/;
const topLevelDomain = /^(?:[A-Za-z]{2,63}|xn--[A-Za-z0-9-]{2,59})$/;

/**
 * False for the dots of old addresses of Japanese carriers (`a..b.@docomo.ne.jp`), which RFC 5321 does not
 * allow.
 */
export const hasPlainDots = (address: string): boolean => !/^\.|^[^@]*\.\.|\.@/.test(address);

/**
 * True for addresses that Cognito, Stripe and SES accept: RFC 5321's unquoted `Dot-string` of at most 64
 * octets, and a domain of two or more DNS labels. They refuse quoted mailboxes, address literals and domains
 * that are not ASCII.
 */
export function isDeliverableEmail(address: string): boolean {
  const [local = "", domain = "", ...more] = address.split("@");
  const labels = domain.split(".");
  return (
    more.length === 0 &&
    address.length <= limits.emailMaxLength &&
    local.length <= 64 &&
    mailbox.test(local) &&
    labels.length > 1 &&
    labels.every((label) => dnsLabel.test(label)) &&
    topLevelDomain.test(labels.at(-1) ?? "")
  );
}

/**
 * Lone surrogates, the replacement character, controls, line separators, and controls of the direction of
 * text.
 */
const unusable = /[\p{Cc}\p{Bidi_Control}\p{Zl}\p{Zp}\uFFFD]/u;
export const isUsableText = (text: string): boolean => text.isWellFormed() && !unusable.test(text);

/** Spaces, zero-width and other invisible characters, among them U+3164 and the empty Braille pattern. */
const invisible = /[\p{White_Space}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/gu;
export const isVisible = (text: string): boolean => text.replace(invisible, "") !== "";
export const applicationIdPattern = new RegExp(
  `^(?=[^-]*(?:-[^-]*){${limits.applicationIdHyphens}}$)[A-Za-z0-9-]{${limits.applicationIdLength}}$`,
);
/** One DNS label, as cybozu.com assigns them. */
export const kintoneDomainPattern = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/** True for a Japanese mobile number: 11 digits, prefix 090, 080, 070 or 060. */
export const isMobileNumber = (value: string): boolean => /^0[6-9]0-?\d{4}-?\d{4}$/.test(value);
export const isKeyFileName = (name: string): boolean => name.endsWith(".key");

/** Check digit of the National Tax Agency: 9 - (sum of digit x weight, weights 1,2 from the right) mod 9. */
export function hasValidCheckDigit(corporateNumber: string): boolean {
  const [check, ...digits] = [...corporateNumber].map(Number);
  const sum = digits
    .reverse()
    .reduce((total, digit, position) => total + digit * (position % 2 === 0 ? 1 : 2), 0);
  return check === 9 - (sum % 9);
}

const privateHost =
  /^(?:localhost|.*\.(?:localhost|local|internal|home\.arpa)|0\..*|10\..*|127\..*|169\.254\..*|172\.(?:1[6-9]|2\d|3[01])\..*|192\.168\..*|100\.(?:6[4-9]|[7-9]\d|1[01]\d|12[0-7])\..*|2(?:2[4-9]|[3-5]\d)\..*|\[.*\])$/;

/** True for https without credentials and with a public host name or address (design section 5). */
export function isPublicHttpsUrl(value: string): boolean {
  if (!URL.canParse(value)) return false;
  const { protocol, username, password, hostname } = new URL(value);
  const host = hostname.replace(/\.$/, "");
  return (
    protocol === "https:" &&
    username === "" &&
    password === "" &&
    host.includes(".") &&
    !privateHost.test(host)
  );
}

export const isApiSecret = (secret: string): boolean =>
  secret.length >= limits.apiSecretMinLength &&
  secret.length <= limits.apiSecretMaxLength &&
  /^[\x21-\x7e]+$/.test(secret) &&
  /[A-Z]/.test(secret) &&
  /[a-z]/.test(secret) &&
  /[0-9]/.test(secret);

/** Cognito's list of symbols. */
const symbol = /[\^$*.[\]{}()?"!@#%&/\\,><':;|_~`=+\- ]/;
const passwordKinds = [
  { label: "大文字英字", isMet: (password: string) => /[A-Z]/.test(password) },
  { label: "小文字英字", isMet: (password: string) => /[a-z]/.test(password) },
  { label: "数字", isMet: (password: string) => /[0-9]/.test(password) },
  { label: "記号", isMet: (password: string) => symbol.test(password) },
] as const;

/** The password rules. The three screens have them in another order and wording. */
export const passwordRules = {
  length: (password: string): boolean => password.length >= limits.passwordMinLength,
  maxLength: (password: string): boolean => password.length <= limits.passwordMaxLength,
  /** Cognito refuses a password that begins or ends with a space. */
  outerSpaces: (password: string): boolean => !/^[ \t]|[ \t]$/.test(password),
  composition: (password: string): boolean => passwordKinds.every(({ isMet }) => isMet(password)),
};

/** The requirements of a new password, one by one, as a person reads them. */
export const passwordRequirements = [
  { label: `${limits.passwordMinLength}文字以上`, isMet: passwordRules.length },
  ...passwordKinds,
] as const;
