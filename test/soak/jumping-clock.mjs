// Loaded into a server before its own code: its clock runs ahead or behind by the milliseconds in the file of
// JUMPING_CLOCK, which may change at any time. Timers go on, as they do when a machine's clock is set.
import { readFileSync } from "node:fs";

const RealDate = Date;
let ahead = 0;

function read() {
  try {
    ahead = Number(readFileSync(process.env.JUMPING_CLOCK, "utf8")) || 0;
  } catch {
    // Being written.
  }
}

read();
setInterval(read, 200).unref();

class JumpingDate extends RealDate {
  constructor(...given) {
    if (given.length === 0) super(RealDate.now() + ahead);
    else super(...given);
  }
  static now() {
    return RealDate.now() + ahead;
  }
}

globalThis.Date = JumpingDate;
