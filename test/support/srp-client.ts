/** An SRP client (RFC 5054 with Cognito's hashing): tests can play every part of the exchange, and fast. */
import { createHash, createHmac, getDiffieHellman, hkdfSync, randomBytes } from "node:crypto";
import {
  type CognitoIdentityProviderClient,
  ConfirmDeviceCommand,
  InitiateAuthCommand,
  type InitiateAuthCommandOutput,
  RespondToAuthChallengeCommand,
} from "@aws-sdk/client-cognito-identity-provider";

export interface SrpPool {
  sdk: CognitoIdentityProviderClient;
  clientId: string;
  /** `LocalPool` of `ap-northeast-1_LocalPool`. */
  poolName: string;
  now(): Date;
}

const N = BigInt(`0x${getDiffieHellman("modp15").getPrime("hex")}`);
const secret = int(randomBytes(32).toString("hex"));
export const SRP_A = power(2n, secret).toString(16);

export const startSrp = ({ sdk, clientId: ClientId }: SrpPool, USERNAME: string) =>
  sdk.send(
    new InitiateAuthCommand({ ClientId, AuthFlow: "USER_SRP_AUTH", AuthParameters: { USERNAME, SRP_A } }),
  );

export async function srpSignIn(pool: SrpPool, userName: string, password: string) {
  return answerSrp(pool, await startSrp(pool, userName), password);
}

/** For the device of a new sign-in, with a password that nobody knows. */
export function confirmDeviceCommand(AccessToken: string, DeviceKey: string) {
  const DeviceSecretVerifierConfig = {
    Salt: randomBytes(16).toString("base64"),
    PasswordVerifier: randomBytes(384).toString("base64"),
  };
  return new ConfirmDeviceCommand({ AccessToken, DeviceKey, DeviceSecretVerifierConfig });
}

export function answerSrp(
  { sdk, clientId: ClientId, poolName, now }: SrpPool,
  { ChallengeParameters = {} }: InitiateAuthCommandOutput,
  password: string,
) {
  const timestamp = cognitoTime(now());
  const {
    SALT = "",
    SECRET_BLOCK = "",
    SRP_B = "",
    USERNAME = "",
    USER_ID_FOR_SRP = "",
  } = ChallengeParameters;
  const u = int(sha256(bytes(int(SRP_A)), bytes(int(SRP_B))).toString("hex"));
  const identity = sha256(Buffer.from(`${poolName}${USER_ID_FOR_SRP}:${password}`));
  const x = int(sha256(bytes(int(SALT)), identity).toString("hex"));
  const k = int(sha256(bytes(N), Buffer.from([2])).toString("hex"));
  const base = (int(SRP_B) - ((k * power(2n, x)) % N) + N) % N;
  const shared = power(base, secret + u * x);
  const key = Buffer.from(hkdfSync("sha256", bytes(shared), bytes(u), "Caldera Derived Key", 16));
  const signature = createHmac("sha256", key)
    .update(`${poolName}${USER_ID_FOR_SRP}`)
    .update(Buffer.from(SECRET_BLOCK, "base64"))
    .update(timestamp)
    .digest("base64");
  return sdk.send(
    new RespondToAuthChallengeCommand({
      ClientId,
      ChallengeName: "PASSWORD_VERIFIER",
      ChallengeResponses: {
        USERNAME,
        PASSWORD_CLAIM_SECRET_BLOCK: SECRET_BLOCK,
        PASSWORD_CLAIM_SIGNATURE: signature,
        TIMESTAMP: timestamp,
      },
    }),
  );
}

/** `Fri Nov 20 11:54:19 UTC 2026` */
export function cognitoTime(date: Date): string {
  const [weekday = "", day, month, year, time] = date.toUTCString().split(" ");
  return `${weekday.slice(0, 3)} ${month} ${Number(day)} ${time} UTC ${year}`;
}

function power(base: bigint, exponent: bigint): bigint {
  let result = 1n;
  for (const bit of exponent.toString(2)) {
    result = (result * result) % N;
    if (bit === "1") result = (result * base) % N;
  }
  return result;
}

function int(hex: string): bigint {
  return BigInt(`0x${hex}`);
}

function bytes(value: bigint): Buffer {
  const hex = value.toString(16);
  const even = hex.padStart(hex.length + (hex.length % 2), "0");
  return Buffer.from(Number.parseInt(even.slice(0, 1), 16) > 7 ? `00${even}` : even, "hex");
}

function sha256(...parts: Buffer[]): Buffer {
  return createHash("sha256").update(Buffer.concat(parts)).digest();
}
