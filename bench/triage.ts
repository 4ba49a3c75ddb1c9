import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { parseMail } from "../src/features/mail/mail";
import { analyze } from "../src/features/triage/engine";
import { projectRoot } from "../src/server/project-root";
import { median, report } from "./measure";
import { sampleMails } from "./sample-mailbox";

/** Full analysis of one message after another on one core, and the size of the engine's weights. */
export function measureTriage(): void {
  const inputs = [...sampleMails({ mails: 4000, seed: 3 })].map((mail) => {
    const bytes = mail.subarray(mail.indexOf(10) + 1);
    const parsed = parseMail({
      bytes,
      position: { file: "made", entry: null, index: 1 },
      postmark: null,
      problem: null,
    });
    return {
      content: parsed.content,
      subject: parsed.subject,
      from: { name: parsed.fromName, address: parsed.fromAddress },
      to: parsed.to,
      cc: parsed.cc,
      sentAt: parsed.sentAt ?? new Date("2026-11-18T10:00:00Z"),
      channel: "import",
      bulk: parsed.bulk,
      fromOwner: false,
    };
  });
  for (const input of inputs.slice(0, 1000)) analyze(input);
  const perSecond = [1, 2, 3].map(() => {
    const began = performance.now();
    for (const input of inputs) analyze(input);
    return inputs.length / ((performance.now() - began) / 1000);
  });
  report({
    measure: "triage alone, one core",
    value: median(perSecond),
    unit: "messages/s",
    goal: "≥ 1,000 (aim 5,000)",
    met: median(perSecond) >= 1000,
  });
  const folder = join(projectRoot, "src/features/triage/weights");
  const bytes = readdirSync(folder)
    .filter((name) => name.endsWith(".ts"))
    .reduce((total, name) => total + decodedSize(readFileSync(join(folder, name), "utf8")), 0);
  report({
    measure: "weights",
    value: bytes / 1024,
    unit: "KB",
    goal: "≤ 1,024 KB",
    met: bytes <= 1024 * 1024,
  });
}

/** Total bytes of the base64 strings in a weights module. */
function decodedSize(source: string): number {
  let bytes = 0;
  for (const [, text] of source.matchAll(/"([A-Za-z0-9+/=]{100,})"/g))
    bytes += Buffer.from(text as string, "base64").length;
  return bytes;
}
