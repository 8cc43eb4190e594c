/** Decodes the PEM frame of a private key. node:crypto and Web Crypto check the key in it. */

/**
 * RFC 7468, "PRIVATE KEY"; RFC 8017, appendix A.1.2, "RSA PRIVATE KEY". An encrypted key has another frame,
 * or a header that is no base64.
 */
const frame =
  /^\s*-----BEGIN (?<rsa>RSA )?PRIVATE KEY-----(?<body>[A-Za-z0-9+/=\s]+)-----END \k<rsa>PRIVATE KEY-----\s*$/;

export interface EncodedPrivateKey {
  type: "pkcs1" | "pkcs8";
  der: Uint8Array<ArrayBuffer>;
}

/** Returns undefined unless the text is one unencrypted private key in PEM. */
export function decodePrivateKeyPem(text: string): EncodedPrivateKey | undefined {
  const { rsa, body = "" } = frame.exec(text.replace(/^\uFEFF/, ""))?.groups ?? {};
  try {
    const binary = atob(body.replace(/\s/g, ""));
    if (binary === "") return undefined;
    const der = Uint8Array.from(binary, (character) => character.charCodeAt(0));
    return { type: rsa === undefined ? "pkcs8" : "pkcs1", der };
  } catch {
    return undefined;
  }
}
