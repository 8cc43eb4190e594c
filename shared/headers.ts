/** The header in which signed-in customers send their id token. */
export const authenticationHeader = "Authentication";

/** The header in which CloudFront proves itself to the functions. */
export const originSecretHeader = "x-origin-secret";
