/**
 * A step of a measurement, declared with what it waits for. A milestone is the end of a stage, or something within it that
 * others need not wait for the end for.
 */
export interface DeclaredStage<Milestone extends string, Context> {
  /** The milestone of its end. */
  readonly name: Milestone;
  /** The milestones that it starts after, all of them. */
  readonly needs: readonly Milestone[];
  /** Milestones within it; they count as reached with its end at the latest. */
  readonly gives?: readonly Milestone[];
  /** Whether there is anything to do; decided before the first stage starts. Default: always. */
  when?(context: Context): boolean;
  /** Further milestones, decided when the others are reached. */
  alsoNeeds?(context: Context): readonly Milestone[];
  run(context: Context, milestones: Milestones<Milestone>): unknown;
}

export interface Milestones<Milestone extends string> {
  /** Resolves when it is reached, and rejects if its stage fails before. */
  until(milestone: Milestone): Promise<void>;
  /** Called by a stage for what it `gives`. */
  reach(milestone: Milestone): void;
}

/**
 * Starts every stage as soon as what it needs is reached, in the order of the list; one without needs starts at once. Returns the
 * ends of all. A stage fails with those that it needs, without having run.
 */
export function schedule<Milestone extends string, Context>(
  stages: readonly DeclaredStage<Milestone, Context>[],
  context: Context,
): Promise<void>[] {
  const declared = stages.filter(({ when }) => when === undefined || when(context));
  const milestones = new Map(declared.flatMap(milestonesOf).map((name) => [name, createMilestone()]));
  const of = (name: Milestone) => {
    const found = milestones.get(name);
    if (found === undefined) throw new Error(`no stage gives ${name}`);
    return found;
  };
  const until = (name: Milestone) => of(name).promise;
  const reach = (name: Milestone) => of(name).resolve();
  const begin = async (stage: DeclaredStage<Milestone, Context>) => {
    try {
      if (stage.needs.length > 0) await Promise.all(stage.needs.map(until));
      const further = stage.alsoNeeds?.(context) ?? [];
      if (further.length > 0) await Promise.all(further.map(until));
      await stage.run(context, { until, reach });
      for (const name of milestonesOf(stage)) reach(name);
    } catch (error) {
      for (const name of milestonesOf(stage)) of(name).reject(error);
      throw error;
    }
  };
  return declared.map(begin);
}

function milestonesOf<Milestone extends string, Context>({ name, gives = [] }: DeclaredStage<Milestone, Context>) {
  return [name, ...gives];
}

function createMilestone() {
  let resolve = () => {};
  let reject: (error: unknown) => void = () => {};
  const promise = new Promise<void>((onReached, onFailed) => {
    resolve = onReached;
    reject = onFailed;
  });
  // Whoever runs the stages learns of a failure from its end.
  promise.catch(() => {});
  return { promise, resolve, reject };
}
