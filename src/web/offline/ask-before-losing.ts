type Asker = (changes: number) => Promise<boolean>;
let asker: Asker | undefined;

/** Sets who asks before changes are lost. Returns a function that takes it back. */
export function askBeforeLosing(ask: Asker): () => void {
  asker = ask;
  return () => {
    if (asker === ask) asker = undefined;
  };
}

/** Whether so many changes may be lost: the person decides. */
export async function mayLose(changes: number): Promise<boolean> {
  return !asker || asker(changes);
}
