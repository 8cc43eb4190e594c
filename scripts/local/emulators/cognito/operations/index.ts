/** Every operation that the local Cognito answers, by the name in `X-Amz-Target`. */
import type { Operation } from "../request/operation.ts";
import { adminOperations } from "./admin.ts";
import { attributeOperations } from "./attributes.ts";
import { deviceOperations } from "./devices.ts";
import { mfaOperations } from "./mfa.ts";
import { passkeyOperations } from "./passkeys.ts";
import { passwordOperations } from "./password.ts";
import { signInOperations } from "./sign-in.ts";
import { signUpOperations } from "./sign-up.ts";

export const operations: ReadonlyMap<string, Operation> = new Map(
  Object.entries({
    ...adminOperations,
    ...attributeOperations,
    ...deviceOperations,
    ...mfaOperations,
    ...passkeyOperations,
    ...passwordOperations,
    ...signInOperations,
    ...signUpOperations,
  }),
);
