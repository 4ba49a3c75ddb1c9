// The Auth emulator of firebase-tools without its command line: no Java, no network, nothing written. Argument: project id.
// The server's module is no public entry of firebase-tools, which is why its version is pinned.
import { createApp } from "firebase-tools/lib/emulator/auth/server.js";

const app = await createApp(process.argv[2]);
const server = app.listen(0, "127.0.0.1", () => process.send({ port: server.address().port }));

// Whoever started it is gone, however that came about: nobody else would end it.
process.once("disconnect", () => process.exit());
