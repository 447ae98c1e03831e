import type { FindingState } from '@sonde/contract/finding/finding';
import { adoptSheet } from '../../browser/page/adopt-sheet.ts';
import { ListChecks } from '../../ui/icons/lucide/list-checks.ts';
import { FoldedPanel } from '../../ui/layout/folded-panel.tsx';
import { Panel } from '../../ui/layout/panel.tsx';
import { Badge, type Tone } from '../../ui/tables/badge.tsx';
import { RecordTable } from '../../ui/tables/record-table.tsx';
import { fieldRows } from './field-states.ts';
import type { ShownHop, WebAnswer } from './query.ts';
import sheet from './web.css?inline';

adoptSheet(sheet);

const tones: Readonly<Record<FindingState, Tone>> = {
  good: 'ok',
  note: 'neutral',
  warn: 'warn',
  bad: 'bad',
  unknown: 'neutral',
};

/** The header fields of the last response, each with its state. */
export function FieldsPanel({ answer, hop }: { readonly answer: WebAnswer; readonly hop: ShownHop }) {
  const rows = fieldRows(hop, answer.findings ?? []);
  const byWords = new Map(rows.map(({ words, state }) => [words, state]));
  const formats = new Map([
    [
      'State',
      {
        show(words: string) {
          const state = byWords.get(words) ?? null;
          return state === null ? <span className="na">{words}</span> : <Badge tone={tones[state]}>{words}</Badge>;
        },
      },
    ],
  ]);
  return (
    <Panel title="Header fields" icon={ListChecks} count={hop.headers.length} note={`As sent by ${hop.url}.`}>
      <div className="sent-fields">
        <RecordTable
          label="Header fields"
          titles={['Field', 'State', 'Value']}
          rows={rows.map(({ name, value, words }) => [name, words, value])}
          formats={formats}
          isStacked
        />
      </div>
    </Panel>
  );
}

/** The header fields of the redirects before it. */
export function RedirectFieldsPanel({ hops }: { readonly hops: readonly ShownHop[] }) {
  if (hops.length === 0) return null;
  const rows = hops.flatMap(({ url, headers }) => headers.map(([name, value]) => [url, name, value]));
  return (
    <FoldedPanel title="Header fields of redirects" count={rows.length}>
      <RecordTable label="Header fields of redirects" titles={['URL', 'Field', 'Value']} rows={rows} isStacked />
    </FoldedPanel>
  );
}
