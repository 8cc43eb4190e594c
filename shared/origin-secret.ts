/** The header in which CloudFront proves itself to the functions. */
export const originProofHeader = "x-origin-proof";
