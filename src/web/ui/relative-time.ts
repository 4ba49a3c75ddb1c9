import { useEffect, useState } from "react";
import { hour, minute } from "../../shared/durations";
import { largestUnit } from "../../shared/wording";

/**
 * How long ago a message was sent. Source: specification, section 9.
 *
 * @param sentAt - ISO 8601.
 * @param now - milliseconds since the epoch.
 * @returns "Just now" under 60 seconds (and for future times), then "1 minute ago", hours, days.
 */
export function messageAge(sentAt: string, now: number): string {
  const age = now - Date.parse(sentAt);
  return age >= minute ? `${largestUnit(age)} ago` : "Just now";
}

/**
 * The age of a task's related item. Source: specification, section 9.
 *
 * @param createdAt - ISO 8601.
 * @param now - milliseconds since the epoch.
 * @returns "Just now" under one hour, then "1 hour ago", then days.
 */
export function contextAge(createdAt: string, now: number): string {
  const age = now - Date.parse(createdAt);
  return age >= hour ? messageAge(createdAt, now) : "Just now";
}

/** The current time in milliseconds, updated every `intervalMs`; one per screen, passed down. */
export function useNow(intervalMs: number): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), intervalMs);
    return () => clearInterval(timer);
  }, [intervalMs]);
  return now;
}
