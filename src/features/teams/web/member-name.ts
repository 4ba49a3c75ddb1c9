import type { TeamMember } from "../contract";

/** First and last name, else the e-mail address. */
export function memberName({ firstName, lastName, email }: TeamMember["user"]): string {
  return `${firstName} ${lastName}`.trim() || email;
}
