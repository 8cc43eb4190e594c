import { requireParameter } from "../parameters.ts";
import { issueTokens } from "../tokens/issue.ts";
import { requireRefreshToken } from "../tokens/verify.ts";
import type { Flow } from "./index.ts";

/** REFRESH_TOKEN_AUTH, also called REFRESH_TOKEN. */
export const refreshToken: Flow = {
  setting: "ALLOW_REFRESH_TOKEN_AUTH",
  notEnabled: "REFRESH_TOKEN_AUTH is not enabled for the client.",
  async start(parameters, pool) {
    const { user, signIn } = requireRefreshToken(pool, requireParameter(parameters, "REFRESH_TOKEN"));
    return { AuthenticationResult: await issueTokens(pool, user, signIn), ChallengeParameters: {} };
  },
};
