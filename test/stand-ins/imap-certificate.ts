import { generateKeyPairSync, sign } from "node:crypto";

/** Generates a self-signed certificate and its key, both as PEM. */
export function selfMadeCertificate(name: string): { cert: string; key: string } {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const subject = sequence(set(sequence(der(0x06, [0x55, 0x04, 0x03]), der(0x0c, Buffer.from(name)))));
  const ecdsaWithSha256 = sequence(der(0x06, [0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02]));
  const body = sequence(
    der(0xa0, der(0x02, [2])),
    der(0x02, [1]),
    ecdsaWithSha256,
    subject,
    sequence(time(-1), time(1)),
    subject,
    publicKey.export({ type: "spki", format: "der" }),
  );
  const signature = sign("sha256", body, privateKey);
  const bytes = sequence(body, ecdsaWithSha256, der(0x03, Buffer.concat([Buffer.of(0), signature])));
  const lines = bytes.toString("base64").match(/.{1,64}/g) ?? [];
  return {
    cert: `-----BEGIN CERTIFICATE-----\n${lines.join("\n")}\n-----END CERTIFICATE-----\n`,
    key: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
  };
}

/** Encodes a value as DER. Source: ITU-T X.690; for the certificate RFC 5280, section 4.1 */
function der(tag: number, content: Uint8Array | number[]): Buffer {
  const bytes = Buffer.from(content);
  const { length } = bytes;
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.from([tag, ...size]), bytes]);
}

const sequence = (...parts: Uint8Array[]): Buffer => der(0x30, Buffer.concat(parts));
const set = (part: Uint8Array): Buffer => der(0x31, part);

function time(days: number): Buffer {
  const text = new Date(Date.now() + days * 86_400_000).toISOString().replace(/[-:T]|\.\d+/g, "");
  return der(0x18, Buffer.from(text));
}
