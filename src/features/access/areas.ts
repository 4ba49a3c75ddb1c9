import type { Area } from "../../shared/token-areas";

/** Calls that only read, although they aren't a GET: a question adds nothing but itself to the person's chat. */
const reading = /^\/api\/teams\/:teamId\/chat$/;

/** Whether a token that only reads may make a call. */
export const onlyReads = (method: string, path: string): boolean => method === "GET" || reading.test(path);

/** Calls that change or delete something without an entry in the journal, so that nobody could undo what a token did. */
const lasting: [method: RegExp, path: RegExp][] = [
  [/^DELETE$/, /^\/api\/meetings\/:id\/audio$/],
  // It takes the place of a part that is transcribed, with what people changed about its proposals.
  [/^POST$/, /^\/api\/meetings\/:id\/transcript$/],
  [/^DELETE$/, /^\/api\/teams\/:teamId\/chat\/history$/],
];

/** Calls by the areas they need, the first that fits. All others need a session. */
const calls: [method: RegExp, path: RegExp, needs: Area[]][] = [
  [/^GET$/, /^\/api\/(auth\/user|teams|teams\/:teamId\/members)$/, []],
  [/^POST$/, /^\/api\/messages\/:messageId\/create-task$/, ["messages", "tasks"]],
  [/^POST$/, /^\/api\/meetings\/:id\/create-tasks$/, ["meetings", "tasks"]],
  // What relates to an item are messages, tasks and meetings, as Context Memory finds them.
  [/^GET$/, /^\/api\/tasks\/:id\/context$/, ["tasks", "context"]],
  [/^GET$/, /^\/api\/messages\/:messageId\/context$/, ["messages", "context"]],
  // The journal itself asks for the areas of what was changed.
  [/./, /^\/api\/teams\/:teamId\/journal(\/|$)/, []],
  [/./, /^\/api\/(teams\/:teamId\/)?tasks(\/|$)/, ["tasks"]],
  [/./, /^\/api\/(teams\/:teamId\/)?(messages|corrections)(\/|$)/, ["messages"]],
  // Changes of these aren't in the journal.
  [/^GET$/, /^\/api\/teams\/:teamId\/(muted-senders|saved-filters)(\/|$)/, ["messages"]],
  [/./, /^\/api\/(teams\/:teamId\/)?meetings(\/|$)/, ["meetings"]],
  [/^POST$/, /^\/api\/teams\/:teamId\/chat\/:messageId\/confirm$/, ["context", "tasks"]],
  [/./, /^\/api\/teams\/:teamId\/(chat|areas)(\/|$)/, ["context"]],
  // The rows behind a figure have titles of tasks and subjects of messages.
  [/^GET$/, /^\/api\/teams\/:teamId\/analytics\/rows$/, ["analytics", "tasks", "messages"]],
  [/^GET$/, /^\/api\/teams\/:teamId\/analytics(\/|$)/, ["analytics"]],
];

/**
 * The areas that a call needs.
 *
 * @param path - the contract's, such as `/api/tasks/:id`.
 * @returns undefined if no token may make the call.
 */
export function areasOf(method: string, path: string): Area[] | undefined {
  const fits = ([methods, paths]: [RegExp, RegExp, ...unknown[]]) => methods.test(method) && paths.test(path);
  return lasting.some(fits) ? undefined : calls.find(fits)?.[2];
}
