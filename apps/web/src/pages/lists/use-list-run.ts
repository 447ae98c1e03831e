import { useEffect, useRef, useState } from 'react';
import { readStored } from '../../browser/storage/storage.ts';
import { type ListedAnswer, lookUp, pauseAfter } from './list-lookup.ts';
import { type ListRow, runList } from './run-list.ts';

export type Row = ListRow<ListedAnswer>;

interface Results {
  readonly tool: string;
  readonly rows: readonly Row[];
}

/** The results of this page view, so that Back from a single answer leads to them. */
let kept: Results = { tool: '', rows: [] };

/** Runs a list in this page; leaving the page stops it. */
export function useListRun() {
  // Signing out empties the session, and these results with it.
  const [results, setResults] = useState(() =>
    readStored('session', 'lists.text') === null ? { tool: '', rows: [] } : kept,
  );
  const [isRunning, setRunning] = useState(false);
  const [pausedUntil, setPausedUntil] = useState<number | null>(null);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  function show(next: Results): void {
    kept = next;
    setResults(next);
  }
  /** Looks up everything in these results that has no answer yet. */
  async function run(begun: Results): Promise<void> {
    running.current?.abort();
    const stopping = new AbortController();
    running.current = stopping;
    const rows = [...begun.rows];
    const open = rows.flatMap((row, at) => (row.state === 'waiting' || row.state === 'running' ? [at] : []));
    show({ tool: begun.tool, rows: [...rows] });
    setRunning(true);
    const onRow = (index: number, row: Row) => {
      rows[open[index] ?? 0] = row;
      if (running.current === stopping) show({ tool: begun.tool, rows: [...rows] });
    };
    const targets = open.map((at) => rows[at]?.target ?? '');
    await runList(
      {
        targets,
        lookUp: (target, signal) => lookUp(begun.tool, target, signal),
        pauseAfter,
        onRow,
        onPause: setPausedUntil,
      },
      stopping.signal,
    );
    if (running.current !== stopping) return;
    setPausedUntil(null);
    setRunning(false);
  }
  return {
    results,
    isRunning,
    pausedUntil,
    start: (tool: string, targets: readonly string[]) =>
      void run({ tool, rows: targets.map((target) => ({ target, state: 'waiting' })) }),
    goOn: () => void run(kept),
    stop: () => running.current?.abort(),
  };
}
