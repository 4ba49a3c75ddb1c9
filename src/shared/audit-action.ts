/** The actions in the audit log, each with its words for the screen. */
export const auditActions = {
  signed_in: "Signed in",
  member_joined: "Joined the team",
  member_left: "Left the team",
  member_removed: "Removed a member",
  role_changed: "Changed a role",
  team_transferred: "Transferred the team",
  invitation_created: "Created an invitation",
  invitation_withdrawn: "Withdrew an invitation",
  account_connected: "Connected an account",
  account_disconnected: "Disconnected an account",
  access_not_revoked: "The provider did not end Zippy's access",
  task_deleted: "Deleted a task",
  import_deleted: "Deleted an import",
  webhook_added: "Added a webhook",
  webhook_removed: "Removed a webhook",
  token_created: "Created an access token",
  token_revoked: "Revoked an access token",
  team_deleted: "Deleted the team",
  team_restored: "Took back the deletion of the team",
  team_exported: "Exported the team's data",
  payment_started: "Opened the payment form",
  plan_changed: "Changed the plan",
  subscription_canceled: "Canceled the subscription",
  subscription_resumed: "Resumed the subscription",
} as const;

export type AuditAction = keyof typeof auditActions;
