// A receiver of outgoing webhooks as a separate process. It accepts everything at once, or with the argument "hang"
// never answers.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { constants, setPriority } from "node:os";

// Receivers are other machines, so this one takes only the processor time that the product leaves.
setPriority(constants.priority.PRIORITY_LOW);

const hangs = process.argv[2] === "hang";
const receiver = createServer((request, response) => {
  request.resume();
  if (!hangs) response.end();
});
receiver.listen(0, "127.0.0.1", () =>
  console.log(`ready at http://127.0.0.1:${(receiver.address() as AddressInfo).port}`),
);
