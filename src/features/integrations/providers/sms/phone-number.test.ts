import { expect, test } from "vitest";
import { PhoneNumber, readableNumber } from "./phone-number";

test.each([
  ["+15551234567", "+15551234567"],
  [" +1 (555) 123-4567 ", "+15551234567"],
  ["+49 30 901820", "+4930901820"],
])("INT-7 accepts %s as %s", (typed, number) => {
  expect(PhoneNumber.parse(typed)).toBe(number);
});

test.each(["5551234567", "", "+", "+1", "hello", "+999999", "0049 30 901820", "+1555123456789012"])(
  "INT-7 refuses %s with a sentence that names the format",
  (typed) => {
    expect(PhoneNumber.safeParse(typed).error?.issues[0]?.message).toBe(
      "Enter the number with + and its country code, such as +15551234567.",
    );
  },
);

test("formats a number for display and leaves a name unchanged", () => {
  expect(readableNumber("+15551234567")).toBe("+1 555 123 4567");
  expect(readableNumber("22395")).toBe("22395");
  expect(readableNumber("ACME")).toBe("ACME");
});
