/** The header in which CloudFront proves itself to the functions. */
export const originSecretHeader = "x-origin-secret";
