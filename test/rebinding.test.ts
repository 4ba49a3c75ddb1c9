import dns from "node:dns";
import { syncBuiltinESMExports } from "node:module";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { postOnce } from "../src/server/post-once";
import { hostGuard, privateHost } from "../src/server/typed-hosts";
import { startReceiver } from "./stand-ins/webhook-receiver";

/** Has the system's resolver answer any name with these addresses, one list after another. */
function resolveTo(...answers: string[][]): void {
  const { lookup } = dns;
  const restore = (own: typeof lookup) => {
    dns.lookup = own;
    syncBuiltinESMExports();
  };
  onTestFinished(() => restore(lookup));
  const answer = (_name: string, _options: object, done: (error: null, found: object[]) => void) =>
    done(
      null,
      (answers.shift() ?? []).map((address) => ({ address, family: 4 })),
    );
  restore(answer as unknown as typeof lookup);
}

test("INT-7 BEY-18 a name that was public a moment ago isn't reached where it leads inside as the connection opens", async () => {
  const { url, received } = await startReceiver();
  const address = url.replace("127.0.0.1", "rebind.example");
  const post = () =>
    postOnce({
      url: address,
      headers: {},
      body: "{}",
      publicOnly: true,
      signal: AbortSignal.timeout(30_000),
    });
  resolveTo(["93.184.216.34"], ["127.0.0.1"], ["93.184.216.34", "127.0.0.1"]);
  expect(await promisify(hostGuard(true).lookup)("rebind.example", {})).toBe("93.184.216.34");
  await expect(post()).rejects.toMatchObject({ code: privateHost });
  await expect(post()).rejects.toMatchObject({ code: privateHost });
  expect(received).toEqual([]);
});
