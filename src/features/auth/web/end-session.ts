import { call, callsAnswered } from "../../../web/api";
import { logout } from "../contract";

/** Longest wait for calls that are under way (milliseconds). */
const patience = 10_000;

/** Ends the session on the server, once it has answered what was sent before: afterwards, it would refuse that. */
export async function endSession(): Promise<void> {
  await callsAnswered(patience);
  await call(logout, {});
}
