/** Everything that the portal holds of one customer. Secrets are `set` or `not set`, and never decrypted. */

import { type CustomerRows, readCustomerRows } from "#functions/customer/customer-rows.ts";
import type { EncryptedField } from "#functions/platform/kms.ts";
import type { Item, Row } from "#functions/platform/table.ts";
import { type ExportedAccount, readAccount } from "./read-account.ts";

export interface ExportData extends Omit<CustomerRows, "record"> {
  /** ISO 8601. */
  exportedAt: string;
  account: ExportedAccount | undefined;
  profile: Row | undefined;
  secrets: Readonly<Record<EncryptedField, "set" | "not set">>;
  checkout: Row | undefined;
  /** The other rows of the customer's partition. */
  others: Row[];
}

/** `userName`: undefined for somebody whose account is gone. */
export async function readExportData(sub: string, userName: string | undefined): Promise<ExportData> {
  const [{ record, audit, outbox, phone, ...rows }, account] = await Promise.all([
    readCustomerRows(sub),
    userName === undefined ? undefined : readAccount(userName),
  ]);
  const row = (sk: string) => record.find((each) => each.sk === sk);
  return {
    exportedAt: new Date().toISOString(),
    account,
    profile: row("PROFILE"),
    secrets: secretsOf(row("SECRETS")),
    checkout: row("CHECKOUT"),
    others: record.filter(({ sk }) => !["PROFILE", "SECRETS", "CHECKOUT"].includes(sk)),
    ...rows,
    audit: audit.map(withoutOperator),
    outbox: outbox.map(withoutKey),
    phone: phone.map(timesOf),
  };
}

function secretsOf(row: Item | undefined): ExportData["secrets"] {
  const state = (name: EncryptedField) => (row?.[name] === undefined ? "not set" : "set");
  return {
    licenceKey: state("licenceKey"),
    basicPassword: state("basicPassword"),
    apiSecret: state("apiSecret"),
    privateKey: state("privateKey"),
  };
}

const withoutKey = (row: Row): Row =>
  "encryptedLicenceKey" in row ? { ...row, encryptedLicenceKey: "set" } : row;

/** The customer sees that an operator acted, but neither the operator, nor the access key, nor the note. */
function withoutOperator(row: Row): Row {
  if (!("operator" in row)) return row;
  const { accessKeyId: _, reason: __, ...shown } = row;
  return { ...shown, operator: "operator" };
}

/** Another person may be verifying the number by now, and the id of a verification is enough to consume it. */
const timesOf = ({ pk, sk, lastSentAt, calledAt, expiresAt }: Row): Row => ({
  pk,
  sk,
  lastSentAt,
  calledAt,
  expiresAt,
});
