import { readdirSync, readFileSync } from "node:fs";

/** How often watched memory is read (milliseconds). */
const lookEvery = 50;

/**
 * Memory of processes and their descendants (PSS, megabytes). Each shared page is divided among its users.
 * Linux only.
 */
export function proportionalMemory(roots: number[]): number {
  let kilobytes = 0;
  for (const pid of new Set(roots.flatMap(family))) {
    const found = /^Pss:\s+(\d+)/m.exec(readSafely(`/proc/${pid}/smaps_rollup`));
    kilobytes += Number(found?.[1] ?? 0);
  }
  return kilobytes / 1024;
}

/** Memory of a process and its descendants that isn't shared (megabytes), such as a database's per connection. Linux only. */
export function ownMemory(root: number): number {
  let kilobytes = 0;
  for (const pid of family(root))
    kilobytes += Number(/^Pss_Anon:\s+(\d+)/m.exec(readSafely(`/proc/${pid}/smaps_rollup`))?.[1] ?? 0);
  return kilobytes / 1024;
}

/** Resident memory of one process (megabytes). Linux only. */
export function residentMemory(pid: number): number {
  return Number(/^VmRSS:\s+(\d+)/m.exec(readSafely(`/proc/${pid}/status`))?.[1] ?? 0) / 1024;
}

/**
 * Watches the resident memory of a process until `end` is called, which returns the highest (megabytes). Linux only.
 */
export function watchMemory(pid: number): { before: number; end(): number } {
  const before = residentMemory(pid);
  let highest = before;
  const watching = setInterval(() => {
    highest = Math.max(highest, residentMemory(pid));
  }, lookEvery);
  return {
    before,
    end() {
      clearInterval(watching);
      return highest;
    },
  };
}

/** Processor time of one process so far (seconds); 0 once it has ended. Linux only. */
export function processorTime(pid: number): number {
  const fields = readSafely(`/proc/${pid}/stat`).split(") ").at(-1)?.split(" ") ?? [];
  return (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) / ticksPerSecond;
}

/** Processor time of a process, its descendants, and those that have ended (seconds). Linux only. */
export function familyProcessorTime(root: number): number {
  let total = 0;
  for (const pid of family(root)) {
    const fields = readSafely(`/proc/${pid}/stat`).split(") ").at(-1)?.split(" ") ?? [];
    for (const ticks of fields.slice(11, 15)) total += Number(ticks) / ticksPerSecond;
  }
  return total;
}

const ticksPerSecond = 100;

/** A process and its descendants. Linux only. */
export function family(root: number): number[] {
  const parents = new Map<number, number>();
  for (const name of readdirSync("/proc"))
    if (/^\d+$/.test(name)) {
      const parent = /^PPid:\s+(\d+)/m.exec(readSafely(`/proc/${name}/status`))?.[1];
      if (parent) parents.set(Number(name), Number(parent));
    }
  const found = [root];
  for (let index = 0; index < found.length; index++)
    for (const [pid, parent] of parents) if (parent === found[index]) found.push(pid);
  return found;
}

/** Empty if the process has ended by now. */
function readSafely(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}
