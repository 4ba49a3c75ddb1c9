import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { appTexts } from "../src/app/texts";
import { analyticsTexts } from "../src/features/analytics/web/texts";
import { authTexts } from "../src/features/auth/web/texts";
import {
  billingTexts,
  limitTexts,
  planTexts,
  statusTexts,
  usageTexts,
} from "../src/features/billing/web/texts";
import { categoryNames, providerFacts } from "../src/features/channels/providers";
import { searchTexts } from "../src/features/context/web/search/texts";
import { contextTexts } from "../src/features/context/web/texts";
import { crmTexts } from "../src/features/crm/web/texts";
import { inboxTexts } from "../src/features/inbox/web/texts";
import { integrationTexts } from "../src/features/integrations/web/texts";
import { landingTexts, legalTexts, pricingTexts } from "../src/features/landing/web/texts";
import { meetingTexts } from "../src/features/meetings/web/texts";
import { addTaskTexts, matrixTexts, quadrantTexts, taskTexts } from "../src/features/tasks/web/texts";
import { projectRoot } from "../src/server/project-root";
import { webTexts } from "../src/web/texts";

// The texts that the specification fixes, copied word for word. The names of the screens are in
// e2e/shell/shell.test.ts.

test("section 2: the splash, the error screens and the header", () => {
  expect(webTexts.loading).toBe("Loading...");
  expect(appTexts).toMatchObject({
    errorScreen: { title: "Something went wrong", action: "Refresh Page" },
    configuration: { action: "Reload Page" },
    notFound: { title: "404 Page Not Found" },
  });
  expect(addTaskTexts.open).toBe("Add Task");
  expect(searchTexts.placeholder).toBe("Search tasks...");
});

test("section 2: the public pages", () => {
  expect(landingTexts).toMatchObject({
    sections: { features: "Features", pricing: "Pricing", about: "About" },
    getStarted: "Get Started",
    startTrial: "Start Free Trial",
    watchDemo: "Watch Demo",
    watchLongDemo: "Watch a 3 Min Demo",
    nowhere: ["Changelog", "Roadmap", "Blog", "Careers", "Contact"],
    aims: [
      { figure: "5 hours", of: "saved weekly" },
      { figure: "90%", of: "context retention" },
    ],
  });
  expect(authTexts.signIn).toBe("Sign In");
  expect(legalTexts).toEqual({
    terms: "Terms of Service",
    privacy: "Privacy Policy",
    date: "October 19, 2025",
  });
  expect(planTexts.mostPopular).toBe("Most Popular");
});

test("sections 2, 4 and 8: the billing page", () => {
  expect(billingTexts).toMatchObject({
    plan: "Current Plan",
    usage: "Usage & Limits",
    help: "Need Help?",
    contact: "Contact Support",
    trialEnds: "Trial Ends",
    nextBilling: "Next Billing Date",
    upgrade: "Upgrade Now",
    change: "Change Plan",
    cancel: "Cancel Subscription",
    resume: "Resume Subscription",
    complete: "Complete Your Subscription",
    processing: "Processing...",
    unlimited: "Unlimited",
    missing: "N/A",
    paymentFailed: "Payment Failed",
    failedToCreate: "Failed to create subscription",
    failedToCancel: "Failed to cancel subscription",
    failedToResume: "Failed to resume subscription",
    canceled: "Subscription Canceled",
    resumed: "Subscription Resumed",
  });
  expect(statusTexts).toEqual({
    active: "Active",
    trialing: "Trial",
    past_due: "Past Due",
    canceled: "Canceled",
  });
  expect(usageTexts).toEqual({
    integrations: "Integrations",
    messages: "Messages This Month",
    teamMembers: "Team Members",
  });
  expect(`${limitTexts.reached("Integrations")} ${limitTexts.upgrade}`).toBe(
    "You've reached your Integrations limit. Upgrade now to continue.",
  );
  expect(limitTexts.near("Team Members", 80)).toBe(
    "You're approaching your Team Members limit (80% used). Consider upgrading soon.",
  );
});

test("section 2: the matrix, with the texts of its empty quadrants", () => {
  expect(matrixTexts).toMatchObject({
    filters: { all: "All Tasks", me: "My Tasks", others: "Team Tasks" },
    unassigned: "Unassigned",
  });
  expect(quadrantTexts).toEqual({
    do_first: { name: "Do First", hint: "urgent and important", empty: "No urgent tasks - great job!" },
    schedule: { name: "Schedule", hint: "important, not urgent", empty: "No scheduled tasks" },
    delegate: { name: "Delegate", hint: "urgent, less important", empty: "Nothing to delegate" },
    delete_defer: { name: "Delete/Defer", hint: "low priority", empty: "No low priority tasks" },
  });
  expect(taskTexts.confirmDelete).toBe("Are you sure you want to delete this task?");
});

test("section 2: the inbox, with the texts of its empty views", () => {
  expect(inboxTexts).toMatchObject({
    filters: { all: "All Messages", requires_action: "Requires Action", resolved: "Resolved" },
    emptyTitle: "No Messages Found",
    empty: {
      all: "No messages in your inbox.",
      requires_action: "No messages require action at the moment.",
      resolved: "No resolved messages found.",
    },
    createTask: "Create Task",
    markResolved: "Mark Resolved",
    viewContext: "View Context",
  });
});

test("sections 2, 5 and 8: meetings", () => {
  expect(meetingTexts).toMatchObject({
    failedToFetch: "Failed to fetch meetings",
    titleRequired: "Meeting Title Required",
    titleRequiredDetail: "Please enter a title for the meeting.",
    createTasks: "Create Tasks",
    tasksCreated: "Tasks Created",
    transcriptionComplete: "Transcription Complete",
  });
  expect(meetingTexts.tasksCreatedDetail(3)).toBe("Created 3 tasks from the meeting.");
  expect(meetingTexts.found(3)).toBe("Found 3 tasks in the meeting.");
});

test("sections 2, 5 and 9: the integrations page", () => {
  expect(categoryNames).toEqual({ email: "Email", messaging: "Messaging", social: "Social Media" });
  expect(integrationTexts).toMatchObject({
    noTeam: "No team found",
    noTeamDetail: "Please create a team first.",
    invalidInterval: "Invalid Interval",
    intervalTooShort: "Sync interval must be at least 1 minute to prevent API abuse",
    never: "Never",
  });
});

test("section 8: signing in", () => {
  expect(authTexts).toMatchObject({
    failed: "Authentication Error",
    failedToStart: "Failed to start sign-in process. Please try again.",
    failedGoogle: "Failed to initiate Google sign-in:",
    notConfigured: "Firebase is not properly configured...",
    unauthorized: "Unauthorized",
    loggedOut: "You are logged out. Logging in again...",
  });
  expect(landingTexts.signInAdvice).toBe("Try the Demo instead or check your browser's popup settings.");
});

/** Their title, "Error", is that of every failure (`failure-toast.ts`); browser tests read it. */
test("section 8: messages and tasks", () => {
  expect(inboxTexts).toMatchObject({
    failedToCreate: "Failed to create task from message.",
    created: "Task Created",
    createdDetail: "Task has been created successfully from the message.",
    failedToUpdate: "Failed to update message status.",
    failedToFetch: "Failed to fetch messages",
  });
  expect(taskTexts).toMatchObject({
    failedToUpdate: "Failed to update task",
    updated: "Task Updated",
    updatedDetail: "Task has been updated successfully",
    failedToDelete: "Failed to delete task",
    deleted: "Task Deleted",
    deletedDetail: "Task has been deleted successfully",
    failedToFetch: "Failed to fetch tasks",
  });
});

test("section 8: integrations and plans", () => {
  expect(integrationTexts).toMatchObject({
    failed: "Error",
    failedToDisconnect: "Failed to disconnect integration",
    syncError: "Sync error",
    failedToSync: "Failed to sync messages",
    updateFailed: "Update Failed",
    failedToUpdate: "Failed to update sync settings",
    connectionFailed: "Connection failed",
    testFailed: "Test failed",
    failedToTest: "Failed to test connection",
    disconnected: "Integration disconnected",
    synced: "Sync completed",
    settingsUpdated: "Settings Updated",
    copied: "Copied!",
  });
  expect(providerFacts.sms).toMatchObject({
    connected: "SMS Connected!",
    failedToConnect: "Failed to connect Twilio SMS",
  });
  expect(pricingTexts).toMatchObject({
    failed: "Unable to load pricing plans",
    failedDetail: "Please try again later.",
  });
});

test("section 2: analytics", () => {
  expect(analyticsTexts).toMatchObject({
    cards: {
      timeSaved: "Time Saved",
      tasksCompleted: "Tasks Completed",
      contextRetention: "Context Retention",
      focusTime: "Focus Time",
    },
    trend: "Task Completion Trend",
    channels: "Messages by Channel",
    team: "Team Performance",
    columns: ["Team Member", "Tasks Completed", "Avg Response Time (min)", "Context Retention", "Focus Time"],
    empty: "Start using Zippy to see your analytics",
  });
});

test("section 8: what the specification doesn't name and can't be loaded is said in one way", () => {
  const src = join(projectRoot, "src");
  const files = readdirSync(src, { recursive: true, encoding: "utf8" });
  const found = files
    .filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name))
    .flatMap(
      (name) => readFileSync(join(src, name), "utf8").match(/(?<=["'`])Failed to fetch \w[^"'`]*/g) ?? [],
    );
  expect(found.sort()).toEqual([
    "Failed to fetch meetings",
    "Failed to fetch messages",
    "Failed to fetch tasks",
  ]);
});

test("no screen says “this machine” of Zippy's server, which may be hosted", () => {
  const features = join(projectRoot, "src/features");
  const files = readdirSync(features, { recursive: true, encoding: "utf8" });
  const lines = files
    .filter((name) => /\/web\/.*\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name))
    .flatMap((name) => readFileSync(join(features, name), "utf8").split("\n"));
  expect(lines.filter((line) => /th(is|ese) machine/i.test(line) && !/^\s*(\*|\/[/*])/.test(line))).toEqual(
    [],
  );
});

test("section 8: the chat", () => {
  expect(contextTexts).toMatchObject({
    failedToSend: "Failed to send message",
    tryAgain: "Please try again.",
  });
});

test("sections 2, 5 and 8: CRM settings", () => {
  expect(crmTexts).toMatchObject({
    status: { connected: "Connected", error: "Error" },
    missing: "Missing Information",
    missingDetail: "Please select a provider and enter an API key.",
    connectionFailed: "Connection Failed",
    failedToConnect: "Failed to connect CRM",
    syncFailed: "Sync Failed",
    failedToSync: "Failed to sync CRM",
    failed: "Error",
    failedToDisconnect: "Failed to disconnect CRM",
    connected: "CRM Connected",
    synced: "Sync Successful",
    disconnected: "CRM Disconnected",
  });
});
