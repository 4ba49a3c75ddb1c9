/** Largest JSON body of a call, unless the call says otherwise (bytes). */
export const bodyLimit = 1024 * 1024;
