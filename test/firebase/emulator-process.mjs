// The Auth emulator from firebase-tools, without its command line, Java, network or files. Argument: project
// id. The server's module is not a public entry of firebase-tools, so its version is pinned.
import { createApp } from "firebase-tools/lib/emulator/auth/server.js";

const app = await createApp(process.argv[2]);
const server = app.listen(0, "127.0.0.1", () => process.send({ port: server.address().port }));

// Exit when the parent process is gone, because nothing else would end this one.
process.once("disconnect", () => process.exit());
