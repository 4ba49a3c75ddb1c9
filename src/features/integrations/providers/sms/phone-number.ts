import { parsePhoneNumberFromString } from "libphonenumber-js";
import { z } from "zod";

/** The expected format, as an error sentence. */
const format = "Enter the number with + and its country code, such as +15551234567.";

/** A typed phone number, including spaces and parentheses. Becomes E.164, such as +15551234567. */
export const PhoneNumber = z.string({ error: format }).transform((typed, context) => {
  const parsed = typed.trim().startsWith("+") ? parsePhoneNumberFromString(typed.trim()) : undefined;
  // isValid() would refuse unassigned ranges, which include the numbers reserved for examples.
  if (parsed?.isPossible()) return parsed.number as string;
  context.addIssue({ code: "custom", message: format });
  return z.NEVER;
});

/** Formats a number for display, such as "+1 555 123 4567". Returns anything else unchanged. */
export function readableNumber(number: string): string {
  return parsePhoneNumberFromString(number)?.formatInternational() ?? number;
}
