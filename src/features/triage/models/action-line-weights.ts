import type { PackedModel } from "./linear-model";

/** The model of action lines as stored. */
export interface PackedActionModel {
  line: PackedModel;
  /** Where the score of a line, its surroundings included, says yes. */
  cut: number;
}
