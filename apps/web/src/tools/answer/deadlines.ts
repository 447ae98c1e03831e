import { tools } from '@sonde/contract';

/**
 * After how many milliseconds a lookup ends, of the tools for which that is the same whatever is asked. The build ships only this
 * value (`build/evaluated.ts`).
 */
export const deadlines: Readonly<Record<string, number>> = Object.fromEntries(
  Object.values(tools).flatMap(({ id, deadlineMs }) => {
    const isConstant = deadlineMs.length === 0;
    return isConstant ? [[id, (deadlineMs as () => number)()]] : [];
  }),
);
