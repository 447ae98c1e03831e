import type { ReportData } from '@sonde/contract/report/report';
import { reportOfSnapshot } from '@sonde/contract/snapshots/report-of-snapshot';
import { KeptSnapshot } from '@sonde/contract/snapshots/snapshot';
import { askApi } from '../../browser/api/ask.ts';
import { queryClient } from '../../browser/api/query-client.ts';
import { frozenQuery } from './frozen-answers.ts';

/** A snapshot, and the report that it was made from, if any. */
export interface ReadSnapshot {
  readonly kept: KeptSnapshot;
  readonly report: { readonly composed: ReportData; readonly Shown: KeptReport } | null;
}

type KeptReport = typeof import('./kept-report.tsx')['KeptReport'];

/**
 * Reads a snapshot and loads the code that shows it, so that it appears at once and nothing moves. If the code cannot
 * be loaded, a message appears in place of the answer.
 */
export async function readSnapshot(id: string, signal: AbortSignal): Promise<ReadSnapshot> {
  requestMono();
  const kept = await askApi(`/api/v2/snapshots/${encodeURIComponent(id)}`, KeptSnapshot, { signal });
  const { snapshot } = kept;
  const composed = reportOfSnapshot(snapshot);
  // Most snapshots hold a single result and do not need this code.
  const loading = composed === null ? null : import('./kept-report.tsx').catch(() => null);
  await Promise.all(snapshot.parts.map(({ tool }) => queryClient.prefetchQuery(frozenQuery(tool))));
  const loaded = await loading;
  const report = composed === null || loaded === null ? null : { composed, Shown: loaded.KeptReport };
  return { kept, report };
}

/** Every result has names or keys in this font: requested only when they are laid out, it would lay the page out once more. */
function requestMono(): void {
  // Without it, the fallback is shown, which is as wide.
  if ('fonts' in document) document.fonts.load('1em "Geist Mono"').catch(() => undefined);
}
