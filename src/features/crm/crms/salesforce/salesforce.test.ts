import { expect, test } from "vitest";
import { startSalesforce } from "../../../../../test/stand-ins/crm/salesforce";
import type { CrmTask } from "../crm";
import { salesforce } from "./salesforce";

const standIn = await startSalesforce();
const open = () =>
  salesforce
    .create({ PRIVATE_HOSTS: "allow" })
    .open(
      { apiKey: standIn.app.secret, clientId: standIn.app.key, instanceUrl: standIn.url },
      { signal: new AbortController().signal },
    );
const fields = { title: "Call Bo", description: null, dueDate: null, done: false };
const statusOf = (id: string) => standIn.find("tasks", id)?.fields.Status;
const inGerman = [
  { ApiName: "Vertagt", IsClosed: false, IsDefault: false },
  { ApiName: "Nicht begonnen", IsClosed: false, IsDefault: true },
  { ApiName: "Erledigt", IsClosed: true, IsDefault: false },
  { ApiName: "Abgebrochen", IsClosed: true, IsDefault: false },
];

test("CRM-3 Salesforce: a task gets the statuses of its account, in the account's own words", async () => {
  const english = standIn.statuses.splice(0, standIn.statuses.length, ...inGerman);
  const session = open();
  const id = await session.createTask({ ...fields, dealId: null, contactId: null });
  expect(statusOf(id)).toBe("Nicht begonnen");
  await session.updateTask(id, { done: true });
  expect(statusOf(id)).toBe("Erledigt");
  const { records } = await session.changed("tasks", null, null);
  expect(records.find((task: CrmTask) => task.id === id)).toMatchObject({ done: true });
  await session.updateTask(id, { done: false });
  expect(statusOf(id)).toBe("Nicht begonnen");
  standIn.statuses.splice(0, standIn.statuses.length, ...english);
});

test("CRM-3 Salesforce: where the statuses can't be seen, the usual ones are set; a title alone needs none", async () => {
  standIn.hidden.add("TaskStatus");
  const session = open();
  const asked = () => standIn.calls.filter(({ query }) => query.get("q")?.includes("FROM TaskStatus")).length;
  const before = asked();
  const id = standIn.add("tasks", { Subject: "Call Bo", Status: "In Progress" });
  await session.updateTask(id, { title: "Call Bo again" });
  expect(standIn.find("tasks", id)?.fields).toMatchObject({
    Subject: "Call Bo again",
    Status: "In Progress",
  });
  expect(asked()).toBe(before);
  await session.updateTask(id, { done: true });
  expect(statusOf(id)).toBe("Completed");
  standIn.hidden.clear();
});
