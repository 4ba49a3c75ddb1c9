import { BufferTarget, EncodedAudioPacketSource, EncodedPacket, Mp4OutputFormat, Output } from "mediabunny";

const rate = 16_000;

/**
 * An M4A file of a tone whose index (`moov`) stands at its end, as phones write it. Its samples aren't
 * compressed, so it can be made without an encoder.
 */
export async function sampleM4a(seconds: number): Promise<Buffer> {
  const target = new BufferTarget();
  const output = new Output({ format: new Mp4OutputFormat({ fastStart: false }), target });
  const source = new EncodedAudioPacketSource("pcm-s16");
  output.addAudioTrack(source);
  await output.start();
  for (let second = 0; second < seconds; second++) {
    const samples = Int16Array.from(
      { length: rate },
      (_, at) => 8000 * Math.sin((at * 2 * Math.PI * 440) / rate),
    );
    const packet = new EncodedPacket(new Uint8Array(samples.buffer), "key", second, 1);
    const decoderConfig = { codec: "pcm-s16", numberOfChannels: 1, sampleRate: rate };
    await source.add(packet, second === 0 ? { decoderConfig } : undefined);
  }
  await output.finalize();
  return Buffer.from(target.buffer!);
}
