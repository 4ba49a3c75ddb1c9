import { afterEach, expect, test } from "vitest";
import { incoming } from "../../../../test/support/test-app";
import { explain } from "../../triage/explain/explain";
import { createExplainer, type Explainer, type ExplainerOptions } from "./explainer";

let explainer: Explainer;
afterEach(() => explainer.close());
const open = (options: ExplainerOptions = {}) => (explainer = createExplainer(options));

const request = (content: string) => {
  const { sender, senderAddress, subject, to, cc, sentAt, bulk, fromOwner } = incoming();
  const from = { name: sender, address: senderAddress };
  const input = { content, subject, from, to, cc, sentAt, channel: "import", bulk, fromOwner };
  return { input, corrections: null };
};

/** A worker that answers with the text, and runs `harm` on a poisoned one. */
function stub(harm: string): URL {
  const source = `
    import { parentPort } from "node:worker_threads";
    parentPort.on("message", ({ input }) => {
      if (input.content === "poison") { ${harm} }
      parentPort.postMessage({ answer: input.content });
    });
    parentPort.postMessage("ready");`;
  return new URL(`data:text/javascript,${encodeURIComponent(source)}`);
}

test("BEY-13 a worker explains a message exactly as the engine does", async () => {
  const asked = request("Please send me the revised quote by Friday.");
  expect(await open().explain("1", asked)).toEqual(explain(asked.input, null));
});

test.each([
  ["hangs", "for (;;);"],
  ["kills the worker", "process.exit(3);"],
  ["uses up its memory", "const all = []; for (;;) all.push(new Array(1000).fill(all.length));"],
])("a message that %s ends with a sentence, and the others are explained meanwhile", async (_, harm) => {
  open({ script: stub(harm), timeout: 1000 });
  const poison = explainer.explain("poison", request("poison"));
  // Asked for again, it takes no second worker.
  expect(explainer.explain("poison", request("poison"))).toBe(poison);
  let isOver = false;
  const refused = expect(poison)
    .rejects.toMatchObject({ code: "unavailable", message: "This message takes too long to explain." })
    .finally(() => (isOver = true));
  const others = ["one", "two", "three"].map((text) => explainer.explain(text, request(text)));
  expect(await Promise.all(others)).toEqual(["one", "two", "three"]);
  if (harm === "for (;;);") expect(isOver).toBe(false);
  await refused;
  expect(await explainer.explain("four", request("four"))).toBe("four");
});

test("an error of the engine is an error of the call, and the worker goes on", async () => {
  const source = `
    import { parentPort } from "node:worker_threads";
    parentPort.on("message", ({ input }) =>
      parentPort.postMessage(input.content === "broken" ? { failure: "no signal" } : { answer: "fine" }));
    parentPort.postMessage("ready");`;
  open({ script: new URL(`data:text/javascript,${encodeURIComponent(source)}`) });
  await expect(explainer.explain("1", request("broken"))).rejects.toThrow("no signal");
  expect(await explainer.explain("2", request("other"))).toBe("fine");
});

test("how long a worker takes to start is not how long a message takes", async () => {
  const source = `
    import { parentPort } from "node:worker_threads";
    parentPort.on("message", ({ input }) => parentPort.postMessage({ answer: input.content }));
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 600);
    parentPort.postMessage("ready");`;
  open({ script: new URL(`data:text/javascript,${encodeURIComponent(source)}`), timeout: 300 });
  expect(await explainer.explain("1", request("late"))).toBe("late");
});
