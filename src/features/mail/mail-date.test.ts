import { expect, test } from "vitest";
import { readMailDate, readMailZone } from "./mail-date";

test.each([
  ["Mon, 6 Jun 2005 22:21:22 +0200", "2005-06-06T20:21:22.000Z"],
  ["Thu, 4 Oct 2001 17:05:29 -0700 (PDT)", "2001-10-05T00:05:29.000Z"],
  ["21 Nov 97 09:55:06 GMT", "1997-11-21T09:55:06.000Z"],
  ["Fri, 21 Nov 1997 09(comment):   55  :  06 -0600", "1997-11-21T15:55:06.000Z"],
  ["Thu, 13 Feb 1969 23:32 -0330 (Newfoundland Time)", "1969-02-14T03:02:00.000Z"],
  ["May 8, 2005 1:17 PM", "2005-05-08T13:17:00.000Z"],
  ["Thu Nov  1 11:19:12 2001", "2001-11-01T11:19:12.000Z"],
  ["Sat, 20 Sep 2008 20:04:30 +0300 (\u00f9\u00f2\u00e5\u00ef)", "2008-09-20T17:04:30.000Z"],
  ["2005-05-08T13:17:00Z", "2005-05-08T13:17:00.000Z"],
  ["2005-05-08 13:17:00+02:00", "2005-05-08T11:17:00.000Z"],
  ["5/8/2005 12:05 AM", "2005-05-08T00:05:00.000Z"],
  ["25/8/2005 12:05", "2005-08-25T12:05:00.000Z"],
  ["Wed, 1 January 2025 08:00:60 CET", "2025-01-01T07:00:59.000Z"],
])("parses %s as %s", (text, expected) => {
  expect(readMailDate(text)?.toISOString()).toBe(expected);
});

test.each([
  "",
  "yesterday",
  "Pn, 29 paX 2007 21:13:00 +0100",
  "Mon, 30 Jun 3609 15:33:50 +0600",
  "Mon, 99 Jun 2005 10:00:00",
  "Mon, 6 Jun 2005 29:21:22",
  "9".repeat(5000),
])("%s is not a date", (text) => {
  expect(readMailDate(text)).toBeNull();
});

test.each([
  ["Fri, 20 Nov 2026 01:30:00 +0545", "Asia/Kathmandu"],
  ["Fri, 20 Nov 2026 01:30:00 +0200 (CEST)", "Etc/GMT-2"],
  ["20 Nov 2026 01:30 -0800", "Etc/GMT+8"],
  ["Fri, 20 Nov 2026 01:30:00 +0000", "UTC"],
  ["Fri, 20 Nov 2026 01:30:00 +0123", null],
  ["Fri, 20 Nov 2026 01:30:00", null],
  ["05-2018", null],
])("the zone of %s is %s", (text, expected) => {
  expect(readMailZone(text)).toBe(expected);
});
