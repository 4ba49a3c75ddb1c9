/** The form in which addresses are stored and compared: lower case, without surrounding blanks. */
export const normalizeAddress = (address: string): string => address.trim().toLowerCase();
