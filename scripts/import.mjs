// npm run import -- --email YOU FILE…: brings a mail archive in, with or without a running server.
import { ensureBuilt, ensureInstalled } from "./setup.mjs";

ensureInstalled();
ensureBuilt();
await import("../dist/import.js");
