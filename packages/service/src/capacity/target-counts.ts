/** Counts the running lookups of each target. */
export interface TargetCounts {
  add(target: string): void;
  remove(target: string): void;
  running(target: string): number;
  hasRoom(target: string): boolean;
}

export function createTargetCounts(perTarget: number): TargetCounts {
  const counts = new Map<string, number>();
  const running = (target: string) => counts.get(target) ?? 0;
  return {
    running,
    hasRoom: (target) => running(target) < perTarget,
    add: (target) => void counts.set(target, running(target) + 1),
    remove(target) {
      const left = running(target) - 1;
      if (left > 0) counts.set(target, left);
      else counts.delete(target);
    },
  };
}
