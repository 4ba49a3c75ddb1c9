import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from "jose";
import { atEnd } from "../support/at-end";

/** The service account of the push subscription. */
export const pushAccount = "zippy-push@stand-in.iam.gserviceaccount.com";

export interface PubSub {
  /** The URL of the keys that sign its tokens. */
  keysUrl: string;
  /** Returns a signed token. `claims` replace the valid ones; null removes one. */
  token(audience: string, claims?: Record<string, unknown>): Promise<string>;
  /** Delivers a change of a mailbox. */
  push(
    url: string,
    change: { emailAddress: string; historyId: string; messageId: string },
    token: string | null,
  ): Promise<Response>;
}

/**
 * Pub/Sub's push deliveries. Token: cloud.google.com/pubsub/docs/authenticate-push-subscriptions; body:
 * developers.google.com/workspace/gmail/api/guides/push, "Receive notifications".
 */
export async function startPubSub(): Promise<PubSub> {
  const { privateKey, publicKey } = await generateKeyPair("RS256");
  const key = { ...(await exportJWK(publicKey)), kid: "push", alg: "RS256", use: "sig" };
  const server = createServer((_request, response) => {
    response.writeHead(200, { "content-type": "application/json" });
    response.end(JSON.stringify({ keys: [key] }));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  atEnd(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    keysUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/oauth2/v3/certs`,
    async token(audience, claims = {}) {
      const now = Math.floor(Date.now() / 1000);
      const right = {
        aud: audience,
        azp: "113774264463038321964",
        email: pushAccount,
        sub: "113774264463038321964",
        email_verified: true,
        exp: now + 3600,
        iat: now,
        iss: "https://accounts.google.com",
      };
      const payload = Object.entries({ ...right, ...claims }).filter(([, value]) => value !== null);
      return new SignJWT(Object.fromEntries(payload) as JWTPayload)
        .setProtectedHeader({ alg: "RS256", kid: "push", typ: "JWT" })
        .sign(privateKey);
    },
    push: (url, { emailAddress, historyId, messageId }, token) =>
      fetch(url, {
        method: "POST",
        headers: {
          "content-type": "application/json",
          ...(token ? { authorization: `Bearer ${token}` } : {}),
        },
        body: JSON.stringify({
          message: {
            data: Buffer.from(JSON.stringify({ emailAddress, historyId })).toString("base64"),
            messageId,
            message_id: messageId,
            publishTime: "2021-02-26T19:13:55.749Z",
          },
          subscription: "projects/myproject/subscriptions/mysubscription",
        }),
      }),
  };
}
