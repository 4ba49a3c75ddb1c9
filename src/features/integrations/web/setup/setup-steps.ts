import type { ProviderId } from "../../../channels/providers";

/** One step. `copy`: the values to copy and enter somewhere. */
export interface SetupStep {
  text: string;
  copy?: readonly string[];
}

/**
 * The steps of an administrator at each provider that needs them, in order; docs/self-hosting.md has the details.
 *
 * @param origin - the address of this server, without a path.
 */
export function setupSteps(provider: ProviderId, origin: string): SetupStep[] {
  const callback = (id: string) => `${origin}/api/integrations/${id}/callback`;
  switch (provider) {
    case "gmail":
      return [
        {
          text: "In the Google Cloud console, create a project and enable the Gmail API in its API library.",
        },
        {
          text: "Under Google Auth Platform, fill in the branding and add these scopes. Until Google has verified the app, add everybody who connects as a test user.",
          copy: ["gmail.readonly", "openid", "email", "profile"],
        },
        {
          text: "Under Clients, create one of the type Web application with this redirect address.",
          copy: [callback(provider)],
        },
      ];
    case "outlook":
      return [
        {
          text: "In the Microsoft Entra admin center, under App registrations, register an app for any organization and personal accounts, or only yours.",
        },
        { text: "Add the platform Web with this redirect address.", copy: [callback(provider)] },
        {
          text: "Under API permissions, add these delegated permissions of Microsoft Graph.",
          copy: ["Mail.Read", "User.Read", "offline_access"],
        },
        { text: "Under Certificates & secrets, create a client secret, and note when it expires." },
      ];
    case "slack":
      return [
        { text: "On api.slack.com/apps, create an app in your workspace, from scratch." },
        { text: "Under OAuth & Permissions, add this redirect address.", copy: [callback(provider)] },
        {
          text: "There, add these bot scopes.",
          copy: [
            ...[
              "channels:read",
              "channels:history",
              "groups:read",
              "groups:history",
              "im:read",
              "im:history",
            ],
            ...["mpim:read", "mpim:history", "users:read", "users:read.email", "team:read"],
          ],
        },
      ];
    case "whatsapp":
    case "instagram":
    case "facebook_messenger":
      return [
        {
          text: "On developers.facebook.com, under My Apps, create an app of the type Business with the products Facebook Login, Webhooks, and those you want of WhatsApp, Instagram and Messenger. One app is enough for all three.",
        },
        {
          text: "Under Facebook Login, Settings, add these redirect addresses.",
          copy: [callback("facebook_messenger"), callback("instagram"), callback("whatsapp")],
        },
        {
          text: "Until Meta's review has granted the app Advanced Access, only people with a role in it can connect.",
        },
      ];
    case "sms":
      return [{ text: "In the Twilio console, buy a number that can receive SMS." }];
    default:
      return [];
  }
}
