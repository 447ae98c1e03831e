import { readerOf, type ToolId } from '@sonde/contract';
import { type ComparisonInWords, changesInWords } from '@sonde/contract/answers/change-words';
import type { SnapshotPart } from '@sonde/contract/snapshots/snapshot';
import { counted } from '@sonde/contract/text/counted';
import { useEffect, useState } from 'react';
import { ask } from '../../browser/api/ask.ts';
import { AskError } from '../../browser/api/ask-error.ts';
import { textOf } from '../../browser/api/ask-error-text.ts';
import { announce } from '../../ui/feedback/announce.ts';
import { ErrorBox } from '../../ui/feedback/error-box.tsx';
import { StatusLine } from '../../ui/feedback/status-line.tsx';
import { ArrowRightLeft } from '../../ui/icons/lucide/arrow-right-left.ts';
import { Panel } from '../../ui/layout/panel.tsx';
import { visibleText } from '../../ui/text/visible-text.ts';
import { frozenTool } from './frozen-answers.ts';

export interface SinceThenProps {
  readonly part: SnapshotPart;
  onCancel(): void;
}

type State = { readonly comparison: ComparisonInWords } | { readonly problem: string } | null;

/** Measures again and shows what has changed since the answer was kept. */
export function SinceThen({ part, onCancel }: SinceThenProps) {
  const [state, setState] = useState<State>(null);
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each attempt
  useEffect(() => {
    const leaving = new AbortController();
    setState(null);
    compare(part, leaving.signal).then(
      (comparison) => {
        announce(summaryOf(comparison));
        setState({ comparison });
      },
      (error: unknown) => leaving.signal.aborted || setState({ problem: problemOf(error) }),
    );
    return () => leaving.abort();
  }, [attempt]);

  if (state === null) return <StatusLine text="Measuring again to compare..." onCancel={onCancel} />;
  if ('problem' in state) return <ErrorBox message={state.problem} onRetry={() => setAttempt(attempt + 1)} />;
  return <Changes comparison={state.comparison} />;
}

/** @throws AskError; Error for an answer that this version cannot compare. */
async function compare(part: SnapshotPart, signal: AbortSignal): Promise<ComparisonInWords> {
  const { tool, key, outcome, withheld } = part;
  const shown = await frozenTool(tool);
  if (shown === null || outcome._data === null) throw new Error('This result cannot be compared.');
  const query = queryOf(key);
  const before = readerOf(shown.contract.answer).parse(outcome._data);
  // A cached answer may be the kept one itself.
  const after = await ask(shown.contract, { ...query, fresh: 'true' }, signal);
  return changesInWords(tool as ToolId, before, after, withheld.length > 0);
}

/** The parameters of the call; a repeated parameter becomes a list. */
function queryOf(key: string): Readonly<Record<string, string>> {
  const parameters = new URLSearchParams(key.replace(/^[^?]*\?/, ''));
  return Object.fromEntries([...parameters.keys()].map((name) => [name, parameters.getAll(name).join(',')]));
}

const problemOf = (error: unknown) =>
  error instanceof AskError ? textOf(error) : 'This result cannot be compared with a new one.';

const headings = { new: 'New', gone: 'Gone', changed: 'Changed' } as const;
const kinds = ['new', 'gone', 'changed'] as const;

function summaryOf({ changes, compared }: ComparisonInWords): string {
  const among = `${counted(compared, 'fact')} could be compared`;
  return changes.length === 0 ? `Nothing has changed: ${among}.` : `${counted(changes.length, 'change')}: ${among}.`;
}

function Changes({ comparison }: { readonly comparison: ComparisonInWords }) {
  const { changes } = comparison;
  return (
    <div className="grid">
      <Panel title="Since then" icon={ArrowRightLeft} count={changes.length} note={summaryOf(comparison)}>
        <div className="since">
          {kinds.map((kind) => {
            const found = changes.filter((change) => change.kind === kind);
            return found.length === 0 ? null : (
              <section key={kind} aria-label={headings[kind]}>
                <h3>{headings[kind]}</h3>
                <dl>
                  {found.map(({ label, text }) => (
                    <div key={label}>
                      <dt>{visibleText(label)}</dt>
                      <dd>{visibleText(text)}</dd>
                    </div>
                  ))}
                </dl>
              </section>
            );
          })}
        </div>
      </Panel>
    </div>
  );
}
