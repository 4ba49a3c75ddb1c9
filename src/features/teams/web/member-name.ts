import type { TeamMember } from "../contract";

/** First and last name, else the email address. */
export function memberName({ firstName, lastName, email }: TeamMember["user"]): string {
  return `${firstName} ${lastName}`.trim() || email;
}
