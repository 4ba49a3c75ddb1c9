import { randomUUID } from "node:crypto";
import type { User } from "../../src/features/auth/contract";
import { localKey } from "./local-key";

/** A response of the API. `body` is the parsed JSON. */
export interface Answer<T = unknown> {
  status: number;
  body: T;
  headers: Headers;
}

/** A file to upload. */
export interface Upload {
  name: string;
  content: string | Uint8Array<ArrayBuffer>;
}

/** A signed-in user with a first team, making calls with their session. */
export interface Person {
  user: User;
  teamId: string;
  readonly cookie: string;
  get<T = unknown>(path: string): Promise<Answer<T>>;
  post<T = unknown>(path: string, body?: unknown): Promise<Answer<T>>;
  patch<T = unknown>(path: string, body: unknown): Promise<Answer<T>>;
  delete<T = unknown>(path: string): Promise<Answer<T>>;
  /** Makes any call. A FormData body is sent as multipart. */
  send<T = unknown>(method: string, path: string, body?: unknown): Promise<Answer<T>>;
  /** Uploads files, as the import screen does. */
  upload<T = unknown>(path: string, files: Upload[]): Promise<Answer<T>>;
}

/** An unused email address. */
const newEmail = (name: string) =>
  `${name.toLowerCase().replaceAll(" ", ".")}.${randomUUID().slice(0, 8)}@example.com`;

/** Signs in a user, by default a new one, with the embedded identity. */
export async function signIn(
  url: string | (() => string),
  name: string,
  email = newEmail(name),
): Promise<Person> {
  let cookie = "";
  const send = async <T>(method: string, path: string, body?: unknown): Promise<Answer<T>> => {
    const response = await fetch((typeof url === "string" ? url : url()) + path, {
      method,
      headers: {
        ...(cookie && { cookie }),
        ...(body !== undefined && !(body instanceof FormData) && { "content-type": "application/json" }),
      },
      ...(body !== undefined && { body: body instanceof FormData ? body : JSON.stringify(body) }),
    });
    const set = response.headers.get("set-cookie");
    if (set) cookie = set.split(";", 1)[0] ?? "";
    const text = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      body: (text ? JSON.parse(text) : undefined) as T,
    };
  };

  const token = await send<{ idToken: string }>("POST", "/api/auth/local/token", {
    email,
    name,
    key: localKey,
  });
  const { body: user } = await send<User>("POST", "/api/auth/verify", { idToken: token.body.idToken });
  const { body: teams } = await send<{ id: string }[]>("GET", "/api/teams");
  return {
    user,
    teamId: teams[0]?.id as string,
    get cookie() {
      return cookie;
    },
    send,
    get: (path) => send("GET", path),
    post: (path, body) => send("POST", path, body),
    patch: (path, body) => send("PATCH", path, body),
    delete: (path) => send("DELETE", path),
    upload(path, files) {
      const form = new FormData();
      for (const { name, content } of files) form.append("files", new Blob([content]), name);
      return send("POST", path, form);
    },
  };
}
