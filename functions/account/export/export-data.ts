/** Reads all data of a customer. Secrets are `set` or `not set`, and never decrypted. */
import {
  AdminGetUserCommand,
  AdminListDevicesCommand,
  type DeviceType,
} from "@aws-sdk/client-cognito-identity-provider";
import { type CustomerRows, readCustomerRows } from "#functions/customer/customer-rows.ts";
import { cognito } from "#functions/platform/aws-clients.ts";
import { type EncryptedField, encryptedFields } from "#functions/platform/kms.ts";
import type { Item, Row } from "#functions/platform/table.ts";
import { attributesIn, listDevices, undefinedIfGone } from "#functions/platform/user-pool.ts";
import { untilDeadline } from "#functions/runtime/deadline.ts";
import { environment } from "#functions/runtime/environment.ts";

interface ExportedAccount {
  userName: string | undefined;
  /** Cognito's `UserStatus`, e.g. `CONFIRMED`. */
  status: string | undefined;
  enabled: boolean;
  createdAt: Date | undefined;
  /** Second factors. */
  mfa: readonly string[];
  attributes: Readonly<Record<string, string>>;
  /** Remembered browsers. */
  devices: readonly DeviceType[];
}

export interface ExportData extends Omit<CustomerRows, "customerRows"> {
  /** ISO 8601. */
  exportedAt: string;
  account: ExportedAccount | undefined;
  profile: Row | undefined;
  secrets: Readonly<Record<EncryptedField, "set" | "not set">>;
  checkout: Row | undefined;
  /** The other rows of the customer's partition. */
  others: Row[];
}

/** `userName`: the login ID; undefined if the account is deleted. */
export async function readExportData(sub: string, userName: string | undefined): Promise<ExportData> {
  const [{ customerRows, audit, outbox, phone, ...rows }, account] = await Promise.all([
    readCustomerRows(sub),
    userName === undefined ? undefined : readAccount(userName),
  ]);
  const row = (sk: string) => customerRows.find((each) => each.sk === sk);
  return {
    exportedAt: new Date().toISOString(),
    account,
    profile: row("PROFILE"),
    secrets: secretsOf(row("SECRETS")),
    checkout: row("CHECKOUT"),
    others: customerRows.filter(({ sk }) => !["PROFILE", "SECRETS", "CHECKOUT"].includes(sk)),
    ...rows,
    audit: audit.map(withoutOperator),
    outbox: outbox.map(withoutKey),
    phone: phone.map(timesOf),
  };
}

const secretsOf = (row: Item | undefined) =>
  Object.fromEntries(
    encryptedFields.map((name) => [name, row?.[name] === undefined ? "not set" : "set"]),
  ) as ExportData["secrets"];

const withoutKey = (row: Row): Row =>
  "encryptedLicenceKey" in row ? { ...row, encryptedLicenceKey: "set" } : row;

/** Shows that an operator acted, but not the operator, the access key or the reason. */
function withoutOperator(row: Row): Row {
  if (!("operator" in row)) return row;
  const { accessKeyId: _, reason: __, ...shown } = row;
  return { ...shown, operator: "operator" };
}

/** Omits the verification's id, which is enough to consume it: another person may be verifying the number. */
const timesOf = ({ pk, sk, lastSentAt, calledAt, expiresAt }: Row): Row => ({
  pk,
  sk,
  lastSentAt,
  calledAt,
  expiresAt,
});

/** Returns undefined if the account does not exist. */
async function readAccount(userName: string): Promise<ExportedAccount | undefined> {
  const account = { UserPoolId: environment("USER_POOL_ID"), Username: userName };
  const reading = Promise.all([
    cognito().send(new AdminGetUserCommand(account), untilDeadline()),
    listDevices((PaginationToken) => new AdminListDevicesCommand({ ...account, PaginationToken })),
  ]);
  const read = await undefinedIfGone(reading);
  if (!read) return undefined;
  const [found, devices] = read;
  return {
    userName: found.Username,
    status: found.UserStatus,
    enabled: found.Enabled ?? true,
    createdAt: found.UserCreateDate,
    mfa: found.UserMFASettingList ?? [],
    attributes: attributesIn(found.UserAttributes),
    devices,
  };
}
