export const webhookTexts = {
  title: "Webhooks",
  about:
    "Zippy posts what happens in this team to an address of yours, signed by the Standard Webhooks scheme. A delivery contains ids only; read the rest with an access token.",
  none: "No webhooks yet.",
  addedBy: ({ name, left }: { name: string | null; left: boolean }) =>
    name === null
      ? "Added by somebody whose account is deleted. Turn it off if you don't need it."
      : left
        ? `Added by ${name}, who has left the team. Turn it off if you don't need it.`
        : `Added by ${name}`,
  noDeliveries: "Nothing has been delivered in the last 30 days.",
  failedToFetch: "Couldn't load the webhooks",
  failedToFetchDeliveries: "Couldn't load the deliveries",
  failedToAdd: "Failed to add the webhook",
  failedToChange: "Failed to change the webhook",
  failedToRemove: "Failed to remove the webhook",
  failedToPost: "Failed to post",
  failedAgain: "Posting it again failed.",
} as const;

/** What can be posted, in words. */
export const typeNames = {
  "message.received": "A message arrives",
  "message.resolved": "A message is resolved",
  "message.reopened": "A message is reopened",
  "task.created": "A task is added",
  "task.completed": "A task is completed",
  "task.reopened": "A task is reopened",
  "task.deleted": "A task is deleted",
  "task.restored": "A deleted task is restored",
  "meeting.extracted": "A meeting is read for tasks",
} as const;
