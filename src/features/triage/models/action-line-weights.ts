import type { PackedModel } from "./linear-model";

/** The model of action lines as stored. */
export interface PackedActionModel {
  line: PackedModel;
  /** The threshold for the score of a line with its surroundings. */
  cut: number;
}
