/** The header in which signed-in customers send their id token. */
export const authenticationHeader = "Authentication";

/** The header with which CloudFront authenticates to the functions. */
export const originSecretHeader = "x-origin-secret";
