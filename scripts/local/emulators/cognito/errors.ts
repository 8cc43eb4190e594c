/** Cognito's errors in its own words. Source: the API reference, and the messages that real pools answer. */
import { ServiceError } from "../aws/service-error.ts";

const named = (code: string) => (message: string) => new ServiceError(code, message);

export const invalidParameter = named("InvalidParameterException");
export const invalidPassword = named("InvalidPasswordException");
export const notAuthorized = named("NotAuthorizedException");
export const resourceNotFound = named("ResourceNotFoundException");
export const unauthorized = named("UnauthorizedException");
export const unsupportedOperation = named("UnsupportedOperationException");
export const unsupportedTokenType = named("UnsupportedTokenTypeException");
export const userNotFound = named("UserNotFoundException");

/** What the pool answers wherever a password may be wrong: it never tells whether the user exists. */
export const incorrectUsernameOrPassword = () => notAuthorized("Incorrect username or password.");

export const codeMismatch = () =>
  new ServiceError("CodeMismatchException", "Invalid verification code provided, please try again.");

/** Also what a code that was never requested is answered with. */
export const expiredCode = () =>
  new ServiceError("ExpiredCodeException", "Invalid code provided, please request a code again.");

export const limitExceeded = () =>
  new ServiceError("LimitExceededException", "Attempt limit exceeded, please try after some time.");

export const tooManyFailedAttempts = () =>
  new ServiceError("TooManyFailedAttemptsException", "Attempt limit exceeded, please try after some time.");

export const usernameExists = () => new ServiceError("UsernameExistsException", "User already exists");

export const userNotConfirmed = () => new ServiceError("UserNotConfirmedException", "User is not confirmed.");

export const notEmulated = (what: string) =>
  unsupportedOperation(`${what} is not supported by the local Cognito.`);
