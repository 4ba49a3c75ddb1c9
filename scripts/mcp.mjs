// npm run --silent mcp: an MCP server on standard input and output, for a Zippy that is running.
import { endWithNpm, ensureBuilt, ensureInstalled } from "./setup.mjs";

// Standard output belongs to the protocol.
console.log = console.error;
ensureInstalled();
ensureBuilt();
endWithNpm();
await import("../dist/mcp.js");
