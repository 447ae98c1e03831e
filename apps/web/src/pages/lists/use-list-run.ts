import { useEffect, useRef, useState } from 'react';
import { LIST_TEXT_KEY } from '../../browser/storage/keys.ts';
import { readStored } from '../../browser/storage/storage.ts';
import type { CheckingCode } from './checking-code.ts';
import type { Row } from './list-lookup.ts';

interface Results {
  readonly tool: string;
  /** The ids of the places besides this server. */
  readonly from: readonly string[];
  readonly rows: readonly Row[];
}

/** The results of this page view, so that Back from a single answer leads to them. */
const nothing: Results = { tool: '', from: [], rows: [] };
let kept = nothing;

/** Runs a list in this page; leaving the page stops it. */
export function useListRun() {
  // Signing out empties the session, and these results with it.
  const [results, setResults] = useState(() => (readStored('session', LIST_TEXT_KEY) === null ? nothing : kept));
  const [isRunning, setRunning] = useState(false);
  const [pausedUntil, setPausedUntil] = useState<number | null>(null);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  function show(next: Results): void {
    kept = next;
    setResults(next);
  }
  /** Looks up everything in these results that has no answer yet. */
  async function run({ lookUp, lookUpFrom, pauseAfter, runList }: CheckingCode, begun: Results): Promise<void> {
    running.current?.abort();
    const stopping = new AbortController();
    running.current = stopping;
    const { tool, from } = begun;
    const rows = [...begun.rows];
    const open = rows.flatMap((row, at) => (row.state === 'waiting' || row.state === 'running' ? [at] : []));
    show({ tool, from, rows: [...rows] });
    setRunning(true);
    const onRow = (index: number, row: Row) => {
      rows[open[index] ?? 0] = row;
      if (running.current === stopping) show({ tool, from, rows: [...rows] });
    };
    const targets = open.map((at) => rows[at]?.target ?? '');
    await runList(
      {
        targets,
        lookUp: (target, signal) =>
          from.length === 0 ? lookUp(tool, target, signal) : lookUpFrom(tool, target, from, signal),
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
    start: (code: CheckingCode, tool: string, from: readonly string[], targets: readonly string[]) =>
      void run(code, { tool, from, rows: targets.map((target) => ({ target, state: 'waiting' })) }),
    goOn: (code: CheckingCode) => void run(code, kept),
    stop: () => running.current?.abort(),
  };
}
