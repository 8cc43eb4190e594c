/** Removes outer spaces, which a pasted password can have: Cognito's passwords have none. */
export const withoutOuterSpaces = (password: string): string =>
  password.replace(/^[ \t]+|[ \t]+$/g, "") || password;
