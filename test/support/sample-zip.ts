import { crc32, deflateRawSync } from "node:zlib";

/** A file in a sample zip. */
export interface SampleEntry {
  name: string;
  content: string | Buffer;
  flags?: number;
  /** The announced unpacked size. */
  size?: number;
  garbled?: boolean;
  /** The announced checksum; default: the right one. */
  sum?: number;
}

/** Creates a small zip: local headers, data, directory, end. */
export function makeZip(entries: SampleEntry[]): Buffer<ArrayBuffer> {
  const locals: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, content, flags = 0, size, garbled, sum } of entries) {
    const data = Buffer.from(content);
    const packed = garbled ? Buffer.from("not deflate at all") : deflateRawSync(data);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(flags, 2);
    common.writeUInt16LE(8, 4);
    common.writeUInt32LE(sum ?? crc32(data), 10);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(size ?? data.length, 18);
    common.writeUInt16LE(Buffer.byteLength(name), 22);
    const local = Buffer.concat([Buffer.from("PK\x03\x04", "latin1"), common, Buffer.from(name), packed]);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(offset, 10);
    directory.push(Buffer.from("PK\x01\x02\x14\x00", "latin1"), common, tail, Buffer.from(name));
    locals.push(local);
    offset += local.length;
  }
  const end = Buffer.alloc(18);
  const central = Buffer.concat(directory);
  end.writeUInt16LE(entries.length, 4);
  end.writeUInt16LE(entries.length, 6);
  end.writeUInt32LE(central.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...locals, central, Buffer.from("PK\x05\x06", "latin1"), end]);
}
