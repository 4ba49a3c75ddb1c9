import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { spawnProgram, tokenOf } from "../../../test/stand-ins/assistant";
import { atEnd } from "../../../test/support/at-end";
import { startTestApp } from "../../../test/support/test-app";

const app = await startTestApp();

/** Answers whatever is asked in the same way. @returns its address. */
async function answering(content: string): Promise<string> {
  const server: Server = createServer((_, response) => response.end(content)).listen(0, "127.0.0.1");
  atEnd(() => void server.close());
  await once(server, "listening");
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test("BEY-18 the program says which of its settings is wrong, and ends", async () => {
  const token = await tokenOf(await app.signIn());
  const wrong: [Record<string, string>, string][] = [
    // As docs/mcp.md writes it.
    [{ ZIPPY_URL: app.url, ZIPPY_TOKEN: "zippy_…" }, "ZIPPY_TOKEN has characters that no access token has."],
    [
      { ZIPPY_URL: app.url, ZIPPY_TOKEN: "zippy_a\nb" },
      "ZIPPY_TOKEN has characters that no access token has.",
    ],
    [{ ZIPPY_URL: await answering("<h1>Hello</h1>"), ZIPPY_TOKEN: token }, "isn't Zippy. Set ZIPPY_URL"],
    [{ ZIPPY_URL: await answering('{"a":1}'), ZIPPY_TOKEN: token }, "isn't Zippy. Set ZIPPY_URL"],
  ];
  for (const [env, sentence] of wrong) {
    const program = await spawnProgram(env);
    expect([await program.ended, program.written()]).toEqual([1, ""]);
    expect(program.said()).toContain(sentence);
  }
});

test("BEY-18 a call whose connection breaks may have been made, and the program says so; without a server, it wasn't", async () => {
  const server = createServer((request, response) => {
    if (request.method === "GET") response.end("[]");
    else request.socket.destroy();
  }).listen(0, "127.0.0.1");
  atEnd(() => void server.close());
  await once(server, "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const program = await spawnProgram({ ZIPPY_URL: url, ZIPPY_TOKEN: "zippy_any" });
  const call = async (id: string) => {
    program.input.write(`${JSON.stringify({ jsonrpc: "2.0", id, method: "tools/call", params: {} })}\n`);
    await expect.poll(program.written, { timeout: 60_000 }).toContain(`"id":"${id}"`);
    return program.written().split("\n").at(-2);
  };
  expect(await call("broken")).toContain("The call may have been made: look before you repeat it.");
  server.closeAllConnections();
  server.close();
  await once(server, "close");
  expect(await call("gone")).toContain("Zippy doesn't answer at");
});

test("BEY-18 a line that is too long ends the program with a sentence, after the answers to what came before", async () => {
  const token = await tokenOf(await app.signIn());
  const program = await spawnProgram({ ZIPPY_URL: app.url, ZIPPY_TOKEN: token });
  program.input.write(`${JSON.stringify({ jsonrpc: "2.0", id: "before", method: "tools/list" })}\n`);
  await expect.poll(program.written, { timeout: 60_000 }).toContain('"id":"before"');
  program.input.write("x".repeat(11_000_000));
  expect(await program.ended).toBe(1);
  expect(program.said()).toContain("The assistant wrote a line of more than 10 MB");
});

test("BEY-18 the program ends quietly when nobody reads its answers any more", async () => {
  const token = await tokenOf(await app.signIn());
  const program = await spawnProgram({ ZIPPY_URL: app.url, ZIPPY_TOKEN: token });
  program.output.destroy();
  program.input.write(`${JSON.stringify({ jsonrpc: "2.0", id: 1, method: "ping" })}\n`);
  expect(await program.ended).toBe(1);
  expect(program.said()).toBe("");
});
