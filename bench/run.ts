import { closingTable, keep, readKept } from "./closing-table";
import { endOnSignals } from "./end-with-bench";
import { figures } from "./measure";
import { openProduct } from "./product";

/** All parts by name. `npm run bench -- calls board` only runs these two. */
const parts: Record<string, () => Promise<void>> = {
  async triage() {
    (await import("./triage")).measureTriage();
  },
  async imports() {
    const { measureImport, measureParsers } = await import("./imports");
    await measureParsers();
    await onProduct(measureImport);
  },
  async mail() {
    await (await import("./mail")).measureMailReaders();
  },
  async calls() {
    const { measureFirstPage, measureLiveEvent, measureTaskCalls } = await import("./calls/calls");
    await onProduct(measureTaskCalls);
    await onProduct(measureLiveEvent);
    await onProduct(measureFirstPage);
  },
  async "call-ratios"() {
    const { measureCallRatios } = await import("./calls/call-ratios");
    await onProduct(measureCallRatios);
  },
  async start() {
    const { measureFirstLoad, measureStart } = await import("./start");
    measureFirstLoad();
    await measureStart();
  },
  async loading() {
    const { measureLanding, measureWorkspace } = await import("./loading");
    await onProduct(measureLanding);
    await onProduct(measureWorkspace);
  },
  async dialogs() {
    const { measureDialogs } = await import("./dialogs");
    await onProduct(measureDialogs);
  },
  async "sign-in"() {
    await (await import("./sign-in")).measureSignIn();
  },
  async export() {
    const { measureExport } = await import("./export");
    await onProduct(measureExport);
  },
  async "export-million"() {
    const { measureLargeExport } = await import("./export");
    await onProduct(measureLargeExport);
  },
  async board() {
    const { measureBoard } = await import("./board");
    await onProduct((product) => measureBoard(product, 1000));
    await onProduct((product) => measureBoard(product, 10_000));
  },
  async keys() {
    const { measureAddTask, measureInboxKeys, measureKeyFloor, measureOpenMatrix } = await import(
      "./screens/keys"
    );
    await measureKeyFloor();
    await onProduct(measureInboxKeys);
    await onProduct((await import("./screens/single-keys")).measureSingleKeys);
    await onProduct(measureAddTask);
    await onProduct(measureOpenMatrix);
  },
  async channels() {
    await (await import("./channels/channels")).measureChannels();
  },
  async speech() {
    await (await import("./speech")).measureSpeech();
  },
  async meetings() {
    const { measureMeetingPage, measureRecordings } = await import("./meetings/meetings");
    await onProduct(measureRecordings);
    await onProduct(measureMeetingPage);
  },
  async questions() {
    await onProduct((await import("./meetings/questions")).measureQuestions);
  },
  async recording() {
    const { measureLongRecording } = await import("./meetings/long-recording");
    await onProduct(measureLongRecording);
  },
  async limits() {
    const { measureLimitCheck } = await import("./limits");
    await onProduct(measureLimitCheck);
  },
  async retrieval() {
    await onProduct((await import("./retrieval")).measureRetrieval);
  },
  async "message-questions"() {
    await onProduct((await import("./message-questions")).measureMessageQuestions);
  },
  async million() {
    await (await import("./million")).measureMillion();
  },
  async crm() {
    const { measureCrm } = await import("./crm/first-sync");
    await onProduct(measureCrm);
  },
  async machines() {
    const { measureForMachines } = await import("./calls/calls");
    await onProduct(measureForMachines);
  },
  async scale() {
    await (await import("./scale/scale")).measureScale();
    await (await import("./scale/free-cores")).measureFreeCores();
  },
  async webhooks() {
    await (await import("./scale/outgoing")).measureOutgoing();
  },
  async archive() {
    const { measureLargeArchive } = await import("./imports");
    await onProduct((product) => measureLargeArchive(product, 2_000_000_000));
  },
};

async function onProduct(
  measure: (product: Awaited<ReturnType<typeof openProduct>>) => Promise<void>,
): Promise<void> {
  const product = await openProduct();
  try {
    await measure(product);
  } finally {
    await product.stop();
  }
}

/** Figures of the last release, to compare with. `npm run bench -- --keep` replaces them. */
const keptFile = new URL("./last.json", import.meta.url);
const given = process.argv.slice(2);
const wanted = given.filter((name) => name !== "--keep");
const unknown = wanted.filter((name) => !(name in parts));
if (unknown.length > 0) {
  console.error(`Unknown part: ${unknown.join(", ")}. Choose from ${Object.keys(parts).join(", ")}.`);
  process.exitCode = 1;
} else {
  endOnSignals();
  for (const [name, run] of Object.entries(parts))
    if (wanted.length === 0 || wanted.includes(name)) await run();
  console.log(`\n${closingTable(figures, readKept(keptFile)).join("\n")}`);
  if (given.includes("--keep")) keep(keptFile, figures);
}
