/** The pool's two RSA keys: like the real one, it signs id tokens and access tokens with different keys. */
import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
} from "node:crypto";
import { z } from "zod";

export interface SigningKey {
  kid: string;
  privateKey: KeyObject;
  publicKey: KeyObject;
}

export interface SigningKeys {
  id: SigningKey;
  access: SigningKey;
}

const savedKey = z.object({ kid: z.string(), pem: z.string() });
const savedKeys = z.object({ id: savedKey, access: savedKey });

/** Each is made when it is first asked for: that takes a tenth of a second, and most tests sign nothing. */
export function createSigningKeys(): SigningKeys {
  const made: Partial<SigningKeys> = {};
  return {
    get id() {
      made.id ??= createSigningKey();
      return made.id;
    },
    get access() {
      made.access ??= createSigningKey();
      return made.access;
    },
  };
}

/** The public halves as `/.well-known/jwks.json` shows them. */
export function publicKeySet({ id, access }: SigningKeys): { keys: Record<string, unknown>[] } {
  return {
    keys: [id, access].map(({ kid, publicKey }) => ({
      ...publicKey.export({ format: "jwk" }),
      alg: "RS256",
      kid,
      use: "sig",
    })),
  };
}

export function saveKeys({ id, access }: SigningKeys): unknown {
  return { id: saveKey(id), access: saveKey(access) };
}

/** Throws when `saved` is not what `saveKeys` gave. */
export function loadKeys(saved: unknown): SigningKeys {
  const { id, access } = savedKeys.parse(saved);
  return { id: loadKey(id), access: loadKey(access) };
}

function createSigningKey(): SigningKey {
  const kid = randomBytes(32).toString("base64url");
  return { kid, ...generateKeyPairSync("rsa", { modulusLength: 2048 }) };
}

function saveKey({ kid, privateKey }: SigningKey): z.infer<typeof savedKey> {
  return { kid, pem: privateKey.export({ type: "pkcs8", format: "pem" }).toString() };
}

function loadKey({ kid, pem }: z.infer<typeof savedKey>): SigningKey {
  const privateKey = createPrivateKey(pem);
  return { kid, privateKey, publicKey: createPublicKey(privateKey) };
}
