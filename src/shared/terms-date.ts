/** When the Terms of Service and the Privacy Policy last changed: the version that people accept by signing in. */
export const termsDate = "2025-10-19";
