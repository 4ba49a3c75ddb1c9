import { useEffect, useState } from "react";
import { day, hour, minute } from "../../shared/durations";

/**
 * How long ago a message was sent. Source: specification, section 9.
 *
 * @param sentAt - ISO 8601.
 * @param now - milliseconds since the epoch.
 * @returns "Just now" under 60 seconds (and for future times), then "1 minute ago", hours, days.
 */
export function messageAge(sentAt: string, now: number): string {
  const age = now - Date.parse(sentAt);
  if (!(age >= minute)) return "Just now";
  if (age < hour) return ago(Math.floor(age / minute), "minute");
  if (age < day) return ago(Math.floor(age / hour), "hour");
  return ago(Math.floor(age / day), "day");
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

function ago(count: number, unit: string): string {
  return `${count} ${unit}${count === 1 ? "" : "s"} ago`;
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
