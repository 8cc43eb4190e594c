/** Cognito's errors in its own words. Source: the API reference, and the messages that real pools answer. */
import { ServiceError } from "../aws/service-error.ts";

const named = (code: string) => (message: string) => new ServiceError(code, message);

export const invalidLambdaResponse = named("InvalidLambdaResponseException");
export const invalidParameter = named("InvalidParameterException");
export const invalidPassword = named("InvalidPasswordException");
export const notAuthorized = named("NotAuthorizedException");
export const resourceNotFound = named("ResourceNotFoundException");
export const unauthorized = named("UnauthorizedException");
export const unsupportedOperation = named("UnsupportedOperationException");
export const userLambdaValidation = named("UserLambdaValidationException");
export const userNotFound = named("UserNotFoundException");

/** The pool's answer to a possibly wrong password: it never reveals whether the user exists. */
export const incorrectUsernameOrPassword = () => notAuthorized("Incorrect username or password.");

export const codeMismatch = (message = "Invalid verification code provided, please try again.") =>
  new ServiceError("CodeMismatchException", message);

/** Also what a code that was never requested is answered with. */
export const expiredCode = (message = "Invalid code provided, please request a code again.") =>
  new ServiceError("ExpiredCodeException", message);

export const limitExceeded = () =>
  new ServiceError("LimitExceededException", "Attempt limit exceeded, please try after some time.");

export const tooManyFailedAttempts = () =>
  new ServiceError("TooManyFailedAttemptsException", "Attempt limit exceeded, please try after some time.");

export const usernameExists = (message = "User already exists") =>
  new ServiceError("UsernameExistsException", message);

export const userNotConfirmed = () => new ServiceError("UserNotConfirmedException", "User is not confirmed.");

export const enableSoftwareTokenFailed = () =>
  new ServiceError("EnableSoftwareTokenMFAException", "Code mismatch and fail enable Software Token MFA");

export const softwareTokenNotFound = () =>
  new ServiceError("SoftwareTokenMFANotFoundException", "Software Token MFA does not exist for the user.");

export const webAuthnNotEnabled = () =>
  new ServiceError("WebAuthnNotEnabledException", "WebAuthn is not enabled for this user pool.");

export const webAuthnChallengeNotFound = () =>
  new ServiceError("WebAuthnChallengeNotFoundException", "WebAuthn challenge not found or expired.");

export const originNotAllowed = () =>
  new ServiceError("WebAuthnOriginNotAllowedException", "Origin is not allowed for the relying party.");

export const relyingPartyMismatch = () =>
  new ServiceError("WebAuthnRelyingPartyMismatchException", "Relying party does not match the user pool's.");

export const credentialNotSupported = () =>
  new ServiceError("WebAuthnCredentialNotSupportedException", "Credential is not supported.");

export const passkeyNotFound = () => resourceNotFound("Credential does not exist.");

export const deviceNotFound = () => resourceNotFound("Device does not exist.");

export const userDoesNotExist = () => userNotFound("User does not exist.");

export const notEmulated = (what: string) =>
  unsupportedOperation(`${what} is not supported by the local Cognito.`);
