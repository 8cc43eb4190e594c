/** Every operation that the local Cognito answers, by the name in `X-Amz-Target`. */
import type { Operation } from "../request/operation.ts";
import * as admin from "./admin.ts";
import { adminCreateUser } from "./admin-create-user.ts";
import * as adminPassword from "./admin-password.ts";
import * as attributes from "./attributes.ts";
import * as devices from "./devices.ts";
import { listUsers } from "./list-users.ts";
import { adminSetUserMfaPreference, setUserMfaPreference } from "./mfa-preference.ts";
import * as passkeys from "./passkeys.ts";
import * as password from "./password.ts";
import { adminInitiateAuth, initiateAuth, respondToAuthChallenge } from "./sign-in.ts";
import * as signUp from "./sign-up.ts";
import { associateSoftwareToken, verifySoftwareToken } from "./software-token.ts";
import * as tokens from "./tokens.ts";

export const operations: ReadonlyMap<string, Operation> = new Map(
  Object.entries({
    AdminCreateUser: adminCreateUser,
    AdminDeleteUser: admin.adminDeleteUser,
    AdminDisableUser: admin.adminDisableUser,
    AdminEnableUser: admin.adminEnableUser,
    AdminForgetDevice: devices.adminForgetDevice,
    AdminGetUser: admin.adminGetUser,
    AdminListDevices: devices.adminListDevices,
    AdminInitiateAuth: adminInitiateAuth,
    AdminSetUserMFAPreference: adminSetUserMfaPreference,
    AdminSetUserPassword: adminPassword.adminSetUserPassword,
    AdminUpdateUserAttributes: admin.adminUpdateUserAttributes,
    AdminUserGlobalSignOut: admin.adminUserGlobalSignOut,
    AssociateSoftwareToken: associateSoftwareToken,
    ChangePassword: password.changePassword,
    CompleteWebAuthnRegistration: passkeys.completeWebAuthnRegistration,
    ConfirmDevice: devices.confirmDevice,
    ConfirmForgotPassword: password.confirmForgotPassword,
    ConfirmSignUp: signUp.confirmSignUp,
    DeleteWebAuthnCredential: passkeys.deleteWebAuthnCredential,
    ForgetDevice: devices.forgetOwnDevice,
    ForgotPassword: password.forgotPassword,
    GetTokensFromRefreshToken: tokens.getTokensFromRefreshToken,
    GetUser: attributes.getUser,
    GetUserAttributeVerificationCode: attributes.getUserAttributeVerificationCode,
    GlobalSignOut: tokens.globalSignOut,
    InitiateAuth: initiateAuth,
    ListDevices: devices.listDevices,
    ListUsers: listUsers,
    ListWebAuthnCredentials: passkeys.listWebAuthnCredentials,
    ResendConfirmationCode: signUp.resendConfirmationCode,
    RespondToAuthChallenge: respondToAuthChallenge,
    RevokeToken: tokens.revokeToken,
    SetUserMFAPreference: setUserMfaPreference,
    SignUp: signUp.signUp,
    StartWebAuthnRegistration: passkeys.startWebAuthnRegistration,
    UpdateDeviceStatus: devices.updateDeviceStatus,
    UpdateUserAttributes: attributes.updateUserAttributes,
    VerifySoftwareToken: verifySoftwareToken,
    VerifyUserAttribute: attributes.verifyUserAttribute,
  }),
);
