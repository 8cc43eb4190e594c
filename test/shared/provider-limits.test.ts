/** No value that the portal accepts or makes is longer than its narrowest consumer takes. docs/data.md has the same table. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { idempotencyKey } from "#functions/billing/checkout/create-stripe-objects.ts";
import { poolMail } from "#functions/mail/pool-messages.ts";
import { unsubscribeHeaders, unsubscribePage } from "#functions/mail/unsubscribe-links.ts";
import { verificationKey } from "#functions/phone/verification-table.ts";
import { emailFilter } from "#functions/platform/user-pool.ts";
import { newAnnouncementMail } from "#functions/releases/announcement-table.ts";
import { objectKey } from "#scripts/operator/release/publish.ts";
import { customerFields } from "#shared/customer/customer-fields.ts";
import { releaseVersion, unsubscribe } from "#shared/endpoints.ts";
import { fields } from "#shared/fields.ts";
import { addressesIn, invoiceFields, printedFieldNames } from "#shared/invoice-fields.ts";
import { labels } from "#shared/labels.ts";
import { limits } from "#shared/limits.ts";
import { toInternationalNumber } from "#shared/normalize.ts";
import { passwordRules } from "#shared/rules.ts";
import { productName } from "#shared/site/product.ts";

/** OpenAPI (Stripe, Vonage) and Smithy (AWS) count Unicode code points: 𠮷 is one. */
const characters = (text: string): number => [...text].length;
const bytes = (text: string): number => Buffer.byteLength(text);

interface Consumer {
  /** Of the value at its widest, as it is sent. */
  sent: number;
  /** The consumer's limit. */
  takes: number;
}
interface Accepted extends Consumer {
  ours: number;
  /** Whether the portal's rule accepts it: the widest value, and the same with one character more. */
  accepts: readonly [widest: boolean, longer: boolean];
}

type Schema = { safeParse(value: unknown): { success: boolean } };

/** A value that a person sends. `most`: our limit. `widest`: a value of that length, with the widest characters that the rule takes. */
function accepted(
  rule: Schema | ((text: string) => boolean),
  most: number,
  widest: (length: number) => string,
  { size, takes }: { size: (value: string) => number; takes: number },
): Accepted {
  const isAccepted = typeof rule === "function" ? rule : (text: string) => rule.safeParse(text).success;
  return {
    ours: most,
    accepts: [isAccepted(widest(most)), isAccepted(widest(most + 1))],
    sent: size(widest(most)),
    takes,
  };
}
/** A value that the portal makes. */
const made = (sent: number, takes: number): Consumer => ({ sent, takes });

const repeated = (character: string) => (length: number) => character.repeat(length);
const wide = repeated("𠮷");
/** A deliverable address of that length, at least 70. */
const address = (length: number): string => {
  const domain = Array.from({ length: length - 68 }, (_, at, last = length - 69) =>
    at % 64 === 63 && at < last ? "." : "b",
  );
  return `${"a".repeat(64)}@${domain.join("")}.jp`;
};
const threeAddresses = (length: number): string => {
  const each = Math.floor((length - 4) / 3);
  return [address(each), `c${address(each).slice(1)}`, address(length - 4 - 2 * each)].join(", ");
};
/** As long as DNS lets a name be. */
const site = `https://${`${"s".repeat(59)}.`.repeat(4)}${"s".repeat(10)}.jp`;
const sub = "48e1cfe7-e88a-49a9-9bf9-7bad523cc1ba";
const poolMails = [
  "SignUp",
  "ForgotPassword",
  "UpdateUserAttribute",
  "AdminCreateUser",
  "Authentication",
].map(
  (reason) =>
    poolMail(`CustomMessage_${reason}`, { code: "x".repeat(256), loginId: "x".repeat(128) }, site) ?? {
      subject: "",
      text: "",
    },
);
const longest = (texts: readonly string[], size: (text: string) => number): number =>
  Math.max(...texts.map(size));
const record = JSON.stringify(
  Object.values(customerFields).map(({ label }) => [label, wide(limits.textMaxLength)]),
);
const withUrl = record + wide(limits.urlMaxLength);
const announcementMailKey = (version: string): string =>
  newAnnouncementMail(sub, { fileType: "template", version })[1].put.sk;

/** By value and consumer, as the rows of the table. Each limit is in the consumer's API reference. */
const rows: Record<string, Consumer & Partial<Accepted>> = {
  "login ID | Cognito, `Username`": accepted(fields.loginId, limits.loginIdMaxLength, repeated("a"), {
    size: characters,
    takes: 128,
  }),
  "password | Cognito, `Password`": accepted(
    passwordRules.maxLength,
    limits.passwordMaxLength,
    repeated("a"),
    { size: characters, takes: 256 },
  ),
  'e-mail address | Cognito, `Filter` of `ListUsers`, with `email = ""`': accepted(
    fields.email,
    limits.emailMaxLength,
    address,
    { size: (value) => characters(emailFilter(value)), takes: 256 },
  ),
  "an address for copies of invoices | the same": accepted(
    invoiceFields.shape.ccAddresses,
    limits.emailMaxLength,
    address,
    { size: (value) => characters(emailFilter(value)), takes: 256 },
  ),
  "all addresses for copies of invoices | Stripe, value of metadata": accepted(
    invoiceFields.shape.ccAddresses,
    limits.ccAddressesMaxLength,
    threeAddresses,
    { size: (value) => characters(addressesIn(value).join(", ")), takes: 500 },
  ),
  "company | Stripe, `name` of a customer": accepted(fields.corporateName, limits.textMaxLength, wide, {
    size: characters,
    takes: 256,
  }),
  "city, street | Stripe, lines of an address": accepted(fields.streetAddress, limits.textMaxLength, wide, {
    size: characters,
    takes: 5000,
  }),
  "phone of the billing contact | Stripe, `phone` of a customer": accepted(
    fields.billingPhoneNumber,
    14,
    (length) => "0123-4567-8901".padEnd(length, "2"),
    { size: characters, takes: 20 },
  ),
  "a text on invoices | Stripe, value of a custom field": accepted(
    invoiceFields.shape.department,
    limits.documentTextMaxLength,
    wide,
    { size: characters, takes: 140 },
  ),
  "its label | Stripe, name of a custom field": made(
    longest(
      printedFieldNames.map((name) => labels[name]),
      characters,
    ),
    40,
  ),
  "mobile number, with 81 | Vonage, E.164": made(toInternationalNumber("090-1234-5678").length - 1, 15),
  "product name | Vonage, `brand`": made(characters(productName.short), 16),
  "code of an SMS | Vonage, `code`": made(limits.codeDigits, 10),
  "Basic password | KMS, `Plaintext` in bytes": accepted(
    fields.basicPassword,
    limits.basicPasswordMaxLength,
    repeated("~"),
    { size: bytes, takes: 4096 },
  ),
  "version of a release | S3, key of its file, in bytes": accepted(releaseVersion, 64, repeated("1"), {
    size: (version) => bytes(objectKey("template", version, "0".repeat(64))),
    takes: 1024,
  }),
  "the same | DynamoDB, sort key of an announcement's mail, in bytes": accepted(
    releaseVersion,
    64,
    repeated("1"),
    { size: (version) => bytes(announcementMailKey(version)), takes: 1024 },
  ),
  "address to unsubscribe | SES, value of a header": made(
    longest(Object.values(unsubscribeHeaders(site, `${sub}.${"s".repeat(43)}`)), characters),
    870,
  ),
  "token to unsubscribe | API Gateway, all headers of an answer in bytes": accepted(
    unsubscribe.query.shape.token,
    256,
    repeated("あ"),
    { size: (token) => bytes(new URL(unsubscribePage(site, token)).href), takes: 10_240 },
  ),
  "id in a request | DynamoDB, partition key in bytes": accepted(
    unsubscribe.query.shape.token,
    256,
    repeated("あ"),
    { size: (id) => bytes(verificationKey(id).pk), takes: 2048 },
  ),
  "profile | DynamoDB, item in bytes": made(bytes(withUrl), 409_600),
  "idempotency key | Stripe": made(
    characters(idempotencyKey({ sub, attempt: 999_999 }, "subscription")),
    255,
  ),
  "subject of a mailed code | Cognito, `emailSubject`": made(
    longest(
      poolMails.map(({ subject }) => subject),
      characters,
    ),
    140,
  ),
  "text of a mailed code | Cognito, `emailMessage`": made(
    longest(
      poolMails.map(({ text }) => text),
      characters,
    ),
    20_000,
  ),
  "body of a request, in bytes | Lambda, event in bytes": made(limits.requestBodyBytes, 6 * 1024 * 1024),
};

test.each(Object.entries(rows))("%s", (_, { accepts = [true, false], sent, takes }) => {
  expect(accepts, "our limit").toEqual([true, false]);
  expect(sent).toBeLessThanOrEqual(takes);
});

test("docs/data.md has the same table", () => {
  const page = readFileSync(new URL("../../docs/data.md", import.meta.url), "utf8");
  const [, section = ""] = page.split("\n## Limits of length\n");
  const table = (section.split("\n## ")[0] ?? "").split("\n").filter((line) => line.startsWith("|"));
  const expected = Object.entries(rows).map(([name, { ours = "-", takes }]) => {
    const [value, consumer] = name.split(" | ");
    return `| ${value} | ${ours} | ${consumer} | ${takes} |`;
  });
  expect(table.slice(2)).toEqual(expected);
});
