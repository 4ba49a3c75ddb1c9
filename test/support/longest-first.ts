import { BaseSequencer, type TestSequencerConstructor, type TestSpecification } from "vitest/node";

/**
 * Runs the named files first, in this order. A long file that starts last leaves the other worker idle.
 *
 * @param names - ends of paths.
 */
export function longestFirst(names: readonly string[]): TestSequencerConstructor {
  const rank = ({ moduleId }: TestSpecification): number => {
    const at = names.findIndex((name) => moduleId.endsWith(`/${name}`));
    return at < 0 ? names.length : at;
  };
  return class extends BaseSequencer {
    override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
      return (await super.sort(files)).sort((one, other) => rank(one) - rank(other));
    }
  };
}
