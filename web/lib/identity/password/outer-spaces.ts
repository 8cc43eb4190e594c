/** A password as Cognito may have it: no password begins or ends with a space, and a pasted one often brings some along. */
export const withoutOuterSpaces = (password: string): string =>
  password.replace(/^[ \t]+|[ \t]+$/g, "") || password;
