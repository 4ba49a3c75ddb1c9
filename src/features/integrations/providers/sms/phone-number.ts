import { parsePhoneNumberFromString } from "libphonenumber-js";
import { z } from "zod";

/** What a number has to look like, for the person who types it in. */
const format = "Enter the number with + and its country code, such as +15551234567.";

/** A phone number as a person types it, spaces and brackets included; becomes E.164, such as +15551234567. */
export const PhoneNumber = z.string({ error: format }).transform((typed, context) => {
  const parsed = typed.trim().startsWith("+") ? parsePhoneNumberFromString(typed.trim()) : undefined;
  // Not isValid(): it refuses ranges that are not handed out, among them the numbers kept for examples.
  if (parsed?.isPossible()) return parsed.number as string;
  context.addIssue({ code: "custom", message: format });
  return z.NEVER;
});

/** A number as people write it, such as "+1 555 123 4567"; what is no number stays as it is. */
export function readableNumber(number: string): string {
  return parsePhoneNumberFromString(number)?.formatInternational() ?? number;
}
