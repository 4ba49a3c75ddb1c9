import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from "node:crypto";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { atEnd } from "../support/at-end";

/** A push as the service got it. */
interface Push {
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/** A browser subscribed at the stand-in. */
export interface SubscribedBrowser {
  /** What the Push API gives a page. */
  subscription: { endpoint: string; keys: { p256dh: string; auth: string } };
  pushes: Push[];
  /** What the service worker would read of each push. */
  texts(): unknown[];
}

export interface PushServiceStandIn {
  url: string;
  subscribe(): SubscribedBrowser;
  /** What is answered from now on. */
  answer: { status: number; retryAfter?: string };
}

/** A push service of RFC 8030 on this machine, with the browsers that decrypt what it gets. It stops with the test file. */
export async function startPushService(): Promise<PushServiceStandIn> {
  const browsers = new Map<string, Push[]>();
  const service: PushServiceStandIn = { url: "", subscribe, answer: { status: 201 } };
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    browsers.get(request.url ?? "")?.push({ headers: request.headers, body: Buffer.concat(chunks) });
    const { status, retryAfter } = service.answer;
    response.writeHead(status, { ...(retryAfter && { "retry-after": retryAfter }) }).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  atEnd(() => {
    server.closeAllConnections();
    server.close();
  });
  service.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  function subscribe(): SubscribedBrowser {
    const key = createECDH("prime256v1");
    const p256dh = key.generateKeys();
    const auth = randomBytes(16);
    const path = `/push/${randomBytes(12).toString("base64url")}`;
    const pushes: Push[] = [];
    browsers.set(path, pushes);
    return {
      subscription: {
        endpoint: service.url + path,
        keys: { p256dh: p256dh.toString("base64url"), auth: auth.toString("base64url") },
      },
      pushes,
      texts: () => pushes.map(({ body }) => JSON.parse(decrypt(body, key, auth).toString("utf8")) as unknown),
    };
  }
  return service;
}

/** What only the browser can read of a push: RFC 8291, section 4, in the form of RFC 8188. */
function decrypt(body: Buffer, key: ReturnType<typeof createECDH>, auth: Buffer): Buffer {
  const salt = body.subarray(0, 16);
  const length = body.readUInt8(20);
  const sender = body.subarray(21, 21 + length);
  const content = body.subarray(21 + length);
  const derive = (secret: Uint8Array, from: Uint8Array, info: Uint8Array | string, size: number) =>
    Buffer.from(hkdfSync("sha256", secret, from, info, size));
  const info = Buffer.concat([Buffer.from("WebPush: info\0"), key.getPublicKey(), sender]);
  const secret = derive(key.computeSecret(sender), auth, info, 32);
  const decipher = createDecipheriv(
    "aes-128-gcm",
    derive(secret, salt, "Content-Encoding: aes128gcm\0", 16),
    derive(secret, salt, "Content-Encoding: nonce\0", 12),
  ).setAuthTag(content.subarray(-16));
  const padded = Buffer.concat([decipher.update(content.subarray(0, -16)), decipher.final()]);
  return padded.subarray(0, padded.lastIndexOf(2));
}

/** What a push's signature says, if the key signed it: RFC 8292, section 2. */
export function signedBy(publicKey: string, { authorization = "" }: IncomingHttpHeaders): unknown {
  const [, token = "", key] = /^vapid t=([^,]+), ?k=(\S+)$/.exec(authorization) ?? [];
  if (key !== publicKey) return undefined;
  const [head = "", claims = "", signature = ""] = token.split(".");
  const point = Buffer.from(publicKey, "base64url");
  const jwk = {
    kty: "EC",
    crv: "P-256",
    x: point.subarray(1, 33).toString("base64url"),
    y: point.subarray(33).toString("base64url"),
  };
  const isSigned = verify(
    "sha256",
    Buffer.from(`${head}.${claims}`),
    { key: createPublicKey({ key: jwk, format: "jwk" }), dsaEncoding: "ieee-p1363" },
    Buffer.from(signature, "base64url"),
  );
  return isSigned ? JSON.parse(Buffer.from(claims, "base64url").toString("utf8")) : undefined;
}
