import { requireParameter } from "../request/parameters.ts";
import { issueTokens } from "../tokens/issue.ts";
import { requireRefreshToken } from "../tokens/verify.ts";
import type { Flow } from "./flow.ts";

export const refreshToken: Flow = {
  setting: "ALLOW_REFRESH_TOKEN_AUTH",
  notEnabled: "REFRESH_TOKEN_AUTH is not enabled for the client.",
  async start(parameters, pool) {
    const token = requireParameter(parameters, "REFRESH_TOKEN");
    const { user, signIn } = requireRefreshToken(pool, token, parameters.DEVICE_KEY);
    return { AuthenticationResult: await issueTokens(pool, user, signIn), ChallengeParameters: {} };
  },
};
