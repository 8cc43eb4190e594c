/** Every operation that the local Cognito answers, by the name in `X-Amz-Target`. */
import type { Operation } from "../operation.ts";
import { adminGetUser } from "./admin.ts";
import {
  getUser,
  getUserAttributeVerificationCode,
  updateUserAttributes,
  verifyUserAttribute,
} from "./attributes.ts";
import { changePassword, confirmForgotPassword, forgotPassword } from "./password.ts";
import { initiateAuth, respondToAuthChallenge } from "./sign-in.ts";
import { confirmSignUp, resendConfirmationCode, signUp } from "./sign-up.ts";
import { getTokensFromRefreshToken, globalSignOut, revokeToken } from "./tokens.ts";

export const operations: ReadonlyMap<string, Operation> = new Map(
  Object.entries({
    AdminGetUser: adminGetUser,
    ChangePassword: changePassword,
    ConfirmForgotPassword: confirmForgotPassword,
    ConfirmSignUp: confirmSignUp,
    ForgotPassword: forgotPassword,
    GetTokensFromRefreshToken: getTokensFromRefreshToken,
    GetUser: getUser,
    GetUserAttributeVerificationCode: getUserAttributeVerificationCode,
    GlobalSignOut: globalSignOut,
    InitiateAuth: initiateAuth,
    ResendConfirmationCode: resendConfirmationCode,
    RespondToAuthChallenge: respondToAuthChallenge,
    RevokeToken: revokeToken,
    SignUp: signUp,
    UpdateUserAttributes: updateUserAttributes,
    VerifyUserAttribute: verifyUserAttribute,
  }),
);
