import { createCipheriv, randomBytes } from "node:crypto";
import { mkdtempSync, readdirSync, rmSync, statSync, utimesSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { startTestApp } from "../../test/support/test-app";
import { ConfigError } from "./config";
import { createSecrets, openSecrets, SealedError } from "./secrets";

const location = "connections/1";
const old = randomBytes(32);
const newest = randomBytes(32);

describe("API-6 secrets at rest", () => {
  test("only open at the location they were sealed for", () => {
    const secrets = createSecrets([newest]);
    const sealed = secrets.seal("token – ü", location);
    expect(sealed).not.toContain("token");
    expect(secrets.open(sealed, location)).toBe("token – ü");
    expect(() => secrets.open(sealed, "connections/2")).toThrow(SealedError);
  });

  test("are never sealed the same way twice", () => {
    const secrets = createSecrets([newest]);
    expect(secrets.seal("token", location)).not.toBe(secrets.seal("token", location));
  });

  test("don't open after a changed character", () => {
    const secrets = createSecrets([newest]);
    const sealed = secrets.seal("token", location);
    for (const index of [sealed.length - 3, sealed.lastIndexOf(".") - 3]) {
      const other = sealed[index] === "A" ? "B" : "A";
      const changed = sealed.slice(0, index) + other + sealed.slice(index + 1);
      expect(() => secrets.open(changed, location)).toThrow(SealedError);
    }
    for (const broken of ["", "v1", "v2.a.b.c", "v1.x.y.z"])
      expect(() => secrets.open(broken, location)).toThrow(SealedError);
  });

  test("survive a key rotation, and new ones name the newest key", () => {
    const before = createSecrets([old]).seal("token", location);
    const secrets = createSecrets([newest, old]);
    expect(secrets.open(before, location)).toBe("token");
    expect(before.split(".")[1]).toBe(secrets.keys[1]);
    expect(secrets.seal("token", location).split(".")[1]).toBe(secrets.keys[0]);
    expect(() => createSecrets([newest]).open(before, location)).toThrow(SealedError);
  });

  // Test case 16 of "The Galois/Counter Mode of Operation (GCM)", McGrew and Viega.
  test("use GCM as in the published test vector", () => {
    const key = Buffer.from("feffe9928665731c6d6a8f9467308308".repeat(2), "hex");
    const cipher = createCipheriv("aes-256-gcm", key, Buffer.from("cafebabefacedbaddecaf888", "hex"));
    cipher.setAAD(Buffer.from("feedfacedeadbeeffeedfacedeadbeefabaddad2", "hex"));
    const text = Buffer.from(
      "d9313225f88406e5a55909c5aff5269a86a7a9531534f7da2e4c303d8a318a721c3c0c95956809532fcf0e2449a6b525b16aedf5aa0de657ba637b39",
      "hex",
    );
    const hidden = Buffer.concat([cipher.update(text), cipher.final()]).toString("hex");
    expect(hidden).toBe(
      "522dc1f099567d07f47f37a32a84427d643a8cdcbfe5c0c97598a2bd2555d1aa8cb08e48590dbb3da7b08b1056828838c5f61e6393ba7a0abcc9f662",
    );
    expect(cipher.getAuthTag().toString("hex")).toBe("76fc6ece0f4e1768cddf8853bb2d551b");
  });
});

describe("the keys", () => {
  const folder = mkdtempSync(join(tmpdir(), "zippy-secrets-"));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test("come from a file that only its owner can read, created once", async () => {
    const file = join(folder, "keys", "secret.key");
    const [one, two] = await Promise.all([openSecrets(undefined, file), openSecrets(undefined, file)]);
    expect(two.open(one.seal("token", location), location)).toBe("token");
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  test("are complete and identical for servers that start at once for the first time", async () => {
    for (let n = 0; n < 100; n++) {
      const file = join(folder, `${n}`, "secret.key");
      const [one, ...others] = await Promise.all([1, 2, 3].map(() => openSecrets(undefined, file)));
      const sealed = one?.seal("token", location) ?? "";
      expect(others.map((other) => other.open(sealed, location))).toEqual(["token", "token"]);
      expect(readdirSync(join(folder, `${n}`))).toEqual(["secret.key"]);
    }
  });

  test("that have served for two years are named at the start, with the way to change them", async () => {
    const dataDir = join(folder, "old");
    await openSecrets(undefined, join(dataDir, "secret.key"));
    const made = new Date("2020-03-04T12:00:00Z");
    utimesSync(join(dataDir, "secret.key"), made, made);
    const { problems } = await startTestApp({ DATA_DIR: dataDir });
    expect(problems.splice(0)).toEqual([
      `The key in ${join(dataDir, "secret.key")} is from 2020-03-04. Change it every two years: stop Zippy and run npm run rotate-key.`,
    ]);
    // Nobody knows how old a configured one is.
    await startTestApp({ DATA_DIR: dataDir, SECRET_KEY: old.toString("base64") });
  });

  test("from the settings may be hex or base64, several separated by commas", async () => {
    const secrets = await openSecrets(`${newest.toString("hex")}, ${old.toString("base64")}`, "unused");
    expect(secrets.open(createSecrets([old]).seal("token", location), location)).toBe("token");
    await expect(openSecrets("short", "unused")).rejects.toThrow(ConfigError);
  });
});
