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
}

export interface SigningKeys {
  id: SigningKey;
  access: SigningKey;
}

const savedKey = z
  .object({ kid: z.string(), pem: z.string() })
  .transform(({ kid, pem }): SigningKey => ({ kid, privateKey: createPrivateKey(pem) }));
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

function createSigningKey(): SigningKey {
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  return { kid: randomBytes(32).toString("base64url"), privateKey };
}

/** The public halves as `/.well-known/jwks.json` shows them. */
export const publicKeySet = ({ id, access }: SigningKeys): { keys: Record<string, unknown>[] } => ({
  keys: [id, access].map(({ kid, privateKey }) => ({
    ...createPublicKey(privateKey).export({ format: "jwk" }),
    alg: "RS256",
    kid,
    use: "sig",
  })),
});

export function saveKeys({ id, access }: SigningKeys): unknown {
  const save = ({ kid, privateKey }: SigningKey) => ({
    kid,
    pem: privateKey.export({ type: "pkcs8", format: "pem" }),
  });
  return { id: save(id), access: save(access) };
}

/** Throws when `saved` is not what `saveKeys` gave. */
export const loadKeys = (saved: unknown): SigningKeys => savedKeys.parse(saved);
