import { type Demo, targetFor } from '../demo.ts';

/** A state of a tool's page. */
export interface SheetState {
  readonly name: 'idle' | 'loading' | 'good' | 'warning' | 'broken' | 'unknown' | 'error';
  readonly page: string;
  /** What is typed into the field; null: nothing. */
  readonly target: string | null;
  /** What the picture waits for. */
  readonly waits: 'nothing' | 'loading' | 'answer' | 'error';
}

/** The states of a tool, in the order of its sheet. */
export function sheetStates(id: string, demo: Demo): readonly SheetState[] {
  const { page, target: main, verdicts } = targetFor(demo, id);
  // The servers of the demo have other ports if this user may not open 443.
  const offeredAs = (target: string) =>
    demo.targets.find((one) => one.page === page && one.target.startsWith(`${target}:`))?.target ?? target;
  const answers = (['good', 'warning', 'broken', 'unknown', 'error'] as const).flatMap((name): SheetState[] => {
    const target = verdicts[name];
    if (target === undefined) return [];
    return [{ name, page, target: offeredAs(target), waits: name === 'error' ? 'error' : 'answer' }];
  });
  return [
    { name: 'idle', page, target: null, waits: 'nothing' },
    { name: 'loading', page, target: main, waits: 'loading' },
    ...answers,
  ];
}
