/** A Friday, a change of the clock in the night to Sunday, and the Monday after it, all in one zone. */
export interface ClockChange {
  zone: string;
  change: "forward" | "back" | "none";
  /** Friday at 10:00. */
  friday: string;
  /** The same as a mail's date, and as chats write it, without a zone. */
  mailDate: string;
  chatTime: string;
  /** Monday at 9:00, and at 17:00, when the working day ends. */
  mondayNine: string;
  mondayEnd: string;
}

/** Both changes of the clock on both halves of the earth, and a zone without any, a quarter of an hour off. */
export const clockChanges: ClockChange[] = [
  {
    ...{ zone: "Australia/Sydney", change: "back" },
    friday: "2026-04-02T23:00:00.000Z",
    mailDate: "Fri, 3 Apr 2026 10:00:00 +1100",
    chatTime: "03/04/2026, 10:00",
    mondayNine: "2026-04-05T23:00:00.000Z",
    mondayEnd: "2026-04-06T07:00:00.000Z",
  },
  {
    ...{ zone: "Australia/Sydney", change: "forward" },
    friday: "2026-10-02T00:00:00.000Z",
    mailDate: "Fri, 2 Oct 2026 10:00:00 +1000",
    chatTime: "02/10/2026, 10:00",
    mondayNine: "2026-10-04T22:00:00.000Z",
    mondayEnd: "2026-10-05T06:00:00.000Z",
  },
  {
    ...{ zone: "America/New_York", change: "forward" },
    friday: "2026-03-06T15:00:00.000Z",
    mailDate: "Fri, 6 Mar 2026 10:00:00 -0500",
    chatTime: "06/03/2026, 10:00",
    mondayNine: "2026-03-09T13:00:00.000Z",
    mondayEnd: "2026-03-09T21:00:00.000Z",
  },
  {
    ...{ zone: "America/New_York", change: "back" },
    friday: "2026-10-30T14:00:00.000Z",
    mailDate: "Fri, 30 Oct 2026 10:00:00 -0400",
    chatTime: "30/10/2026, 10:00",
    mondayNine: "2026-11-02T14:00:00.000Z",
    mondayEnd: "2026-11-02T22:00:00.000Z",
  },
  {
    ...{ zone: "Asia/Kathmandu", change: "none" },
    friday: "2026-04-03T04:15:00.000Z",
    mailDate: "Fri, 3 Apr 2026 10:00:00 +0545",
    chatTime: "03/04/2026, 10:00",
    mondayNine: "2026-04-06T03:15:00.000Z",
    mondayEnd: "2026-04-06T11:15:00.000Z",
  },
  {
    ...{ zone: "Asia/Kathmandu", change: "none" },
    friday: "2026-10-30T04:15:00.000Z",
    mailDate: "Fri, 30 Oct 2026 10:00:00 +0545",
    chatTime: "30/10/2026, 10:00",
    mondayNine: "2026-11-02T03:15:00.000Z",
    mondayEnd: "2026-11-02T11:15:00.000Z",
  },
];

/** How far a zone's clock is ahead of UTC at an instant, as its own calendar data says (minutes). */
export function offsetOf(zone: string, instant: string): number {
  const format = new Intl.DateTimeFormat("en-US", { timeZone: zone, timeZoneName: "longOffset" });
  const name = format.formatToParts(new Date(instant)).find(({ type }) => type === "timeZoneName")?.value;
  const [, sign, hours, minutes] = /GMT([+-])(\d\d):(\d\d)/.exec(name ?? "") ?? [];
  return (sign === "-" ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
}
