import { BlockList, isIP } from "node:net";
import { z } from "zod";
import type { ConnectField } from "../provider";
import { serverSuggestions, tlsPort } from "./known-servers";

/** The address of a mail server. */
export const Server = z.object({ host: z.string(), port: z.int() });
export type Server = z.infer<typeof Server>;

export const Login = z.object({ user: z.string(), password: z.string() });
export type Login = z.infer<typeof Login>;

const portError = { error: "Enter the port as a number from 1 to 65535, such as 993." };
const oneLine = /^[^\0\r\n]*$/;

/** The connect form. The password is not trimmed, because it may begin or end with a space. */
export const TypedIn = z.object({
  host: z
    .string({ error: "Enter the host of the mail server." })
    .trim()
    .toLowerCase()
    .max(253)
    .regex(/^[a-z0-9:][a-z0-9._:-]*$/, {
      error: "Enter only the host's name, such as imap.example.com.",
    }),
  port: z.coerce.number(portError).pipe(z.int(portError).min(1, portError).max(65_535, portError)),
  user: z
    .string({ error: "Enter the user name." })
    .trim()
    .min(1, { error: "Enter the user name, usually your email address." })
    .max(320)
    .regex(oneLine, { error: "The user name must be a single line." }),
  password: z
    .string({ error: "Enter the password." })
    .min(1, { error: "Enter the password." })
    .max(1000)
    .regex(oneLine, { error: "The password must be a single line." }),
});

/** The address comes first, because it names the server of most people. */
export const connectFields: ConnectField[] = [
  {
    name: "user",
    label: "User name",
    kind: "text",
    placeholder: "you@example.com",
    help: "Usually your email address. For large providers, it fills in the server too.",
    suggestions: serverSuggestions,
  },
  {
    name: "password",
    label: "Password",
    kind: "password",
    help: "Many providers require an app password. Create one in your account's security settings.",
  },
  { name: "host", label: "IMAP server", kind: "text", placeholder: "imap.example.com" },
  {
    name: "port",
    label: "Port",
    kind: "number",
    value: String(tlsPort),
    help: "993 uses TLS from the start. On any other port, the server must offer STARTTLS.",
  },
];

const loopback = new BlockList();
loopback.addSubnet("127.0.0.0", 8);
loopback.addAddress("::1", "ipv6");

/** True if the host name or address always means this machine, so nothing sent there leaves it. */
export function isLoopback(host: string): boolean {
  const family = isIP(host);
  if (family === 0) return host === "localhost";
  return loopback.check(host, family === 6 ? "ipv6" : "ipv4");
}
