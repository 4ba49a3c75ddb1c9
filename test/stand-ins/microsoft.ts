import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { createEmulator } from "emulate";
import { atEnd } from "../support/at-end";
import { freePort } from "../support/collecting";
import { createGraphMail, type GraphMail, problem, type Reply } from "./microsoft-mail";

export interface MicrosoftStandIn {
  url: string;
  mail: GraphMail;
  /** Consents at the URL the browser was sent to. @returns the URL the browser returns to. */
  consent(authorizeUrl: string, email: string): Promise<string>;
  /** Expires all access tokens issued so far. */
  expireTokens(): void;
  /** Makes the user revoke the grant. */
  withdraw(): void;
  /** Answers the next token request with only this status. */
  failTokens(status: number): void;
  /** The refresh tokens that were used, in order. */
  used: string[];
}

export const microsoftClient = {
  id: "11111111-2222-3333-4444-555555555555",
  secret: "client-secret-of-microsoft",
};

/**
 * Microsoft's sign-in (the emulator) and Graph's mail. The metadata document is the multi-tenant one from
 * learn.microsoft.com/entra/identity-platform/v2-protocols-oidc.
 */
export async function startMicrosoft(emails: string[], redirectUri: string): Promise<MicrosoftStandIn> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const innerPort = await freePort();
  const inner = `http://127.0.0.1:${innerPort}`;
  const emulator = await createEmulator({
    service: "microsoft",
    port: innerPort,
    baseUrl: url,
    seed: {
      microsoft: {
        users: emails.map((email) => ({ email, name: "Ana Costa" })),
        oauth_clients: [
          {
            client_id: microsoftClient.id,
            client_secret: microsoftClient.secret,
            name: "Zippy",
            redirect_uris: [redirectUri],
          },
        ],
      },
    },
  });
  const mail = createGraphMail(() => url);
  /** The mailbox owner of each token. */
  const owners = new Map<string, string>();
  const refused = new Set<string>();
  const granted = new Set<string>();
  const used: string[] = [];
  let failing: number | undefined;

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? "/", url);
    const { method = "GET", headers } = request;
    const body = await readBody(request);
    if (pathname.endsWith("/.well-known/openid-configuration"))
      return send(response, { status: 200, body: metadata(url) });
    if (pathname.endsWith("/oauth2/v2.0/token")) return send(response, await token(body));
    if (!pathname.startsWith("/v1.0/")) return passOn(response, request, body);
    const owner = owners.get(headers.authorization ?? "");
    if (!owner)
      return send(response, {
        status: 401,
        body: problem("InvalidAuthenticationToken", "Access token has expired or is not yet valid."),
      });
    const reply = await mail.answer(owner, {
      method,
      path: pathname.slice("/v1.0".length),
      query: searchParams,
      body: body.length > 0 ? (JSON.parse(body.toString()) as unknown) : undefined,
      prefer: String(headers.prefer ?? ""),
    });
    return reply ? send(response, reply) : passOn(response, request, body);
  }

  async function token(body: Buffer): Promise<Reply> {
    const status = failing;
    failing = undefined;
    if (status) return { status, text: "Service Unavailable" };
    const given = new URLSearchParams(body.toString());
    const refreshToken = given.get("refresh_token");
    if (refreshToken) used.push(refreshToken);
    if (refused.has(refreshToken ?? ""))
      return {
        status: 400,
        body: {
          error: "invalid_grant",
          error_description: "AADSTS50173: The provided grant has expired due to it being revoked.",
          error_codes: [50173],
        },
      };
    const answered = await fetch(`${inner}/oauth2/v2.0/token`, { method: "POST", body: given });
    const tokens = (await answered.json()) as { access_token?: string; refresh_token?: string };
    if (tokens.access_token) {
      const authorization = `Bearer ${tokens.access_token}`;
      const me = await fetch(`${inner}/v1.0/me`, { headers: { authorization } });
      owners.set(authorization, ((await me.json()) as { mail: string }).mail);
    }
    if (tokens.refresh_token) {
      granted.add(tokens.refresh_token);
      // Every use replaces a refresh token.
      if (refreshToken && refreshToken !== tokens.refresh_token) refused.add(refreshToken);
    }
    return { status: answered.status, body: tokens };
  }

  async function passOn(response: ServerResponse, request: IncomingMessage, body: Buffer): Promise<void> {
    const { authorization } = request.headers;
    const answered = await fetch(`${inner}${request.url?.replace("/common/", "/")}`, {
      method: request.method ?? "GET",
      redirect: "manual",
      ...(authorization ? { headers: { authorization } } : {}),
      ...(body.length > 0 ? { body: new Uint8Array(body) } : {}),
    });
    response.writeHead(answered.status, { "content-type": answered.headers.get("content-type") ?? "" });
    response.end(Buffer.from(await answered.arrayBuffer()));
  }

  const server = createServer((request, response) => {
    void answer(request, response).catch((error: unknown) =>
      send(response, { status: 500, body: problem("generalException", String(error)) }),
    );
  });
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  atEnd(async () => {
    server.closeAllConnections();
    server.close();
    await emulator.close();
  });

  return {
    url,
    mail,
    used,
    async consent(authorizeUrl, email) {
      const page = await fetch(authorizeUrl);
      if (!page.ok) throw new Error(`the consent page answered ${page.status}: ${await page.text()}`);
      const fields = new URLSearchParams(new URL(authorizeUrl).search);
      fields.set("email", email);
      const chosen = await fetch(`${inner}/oauth2/v2.0/authorize/callback`, {
        method: "POST",
        body: fields,
        redirect: "manual",
      });
      return chosen.headers.get("location") ?? "";
    },
    failTokens(status) {
      failing = status;
    },
    expireTokens: () => owners.clear(),
    withdraw() {
      owners.clear();
      for (const one of granted) refused.add(one);
    },
  };
}

const metadata = (url: string) => ({
  token_endpoint: `${url}/common/oauth2/v2.0/token`,
  token_endpoint_auth_methods_supported: ["client_secret_post", "private_key_jwt", "client_secret_basic"],
  jwks_uri: `${url}/common/discovery/v2.0/keys`,
  response_modes_supported: ["query", "fragment", "form_post"],
  response_types_supported: ["code", "id_token", "code id_token", "id_token token"],
  scopes_supported: ["openid", "profile", "email", "offline_access"],
  issuer: "https://login.microsoftonline.com/{tenantid}/v2.0",
  authorization_endpoint: `${url}/common/oauth2/v2.0/authorize`,
});

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

function send(response: ServerResponse, { status, body, text }: Reply): void {
  response.writeHead(status, { "content-type": text === undefined ? "application/json" : "text/plain" });
  response.end(text ?? (body === undefined ? undefined : JSON.stringify(body)));
}
