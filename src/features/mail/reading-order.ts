/**
 * A text without the marks that turn the direction of what follows: in a row they would turn the words after it, too,
 * and a file named "invoice\u202efdp.exe" would read "invoiceexe.pdf". Right-to-left letters need none of them.
 */
export const inReadingOrder = (text: string): string => text.replace(/[\u202a-\u202e\u2066-\u2069]/g, "");
