/** The form in which addresses are stored and compared: without blanks around it, in lower case. */
export const normalizeAddress = (address: string): string => address.trim().toLowerCase();
