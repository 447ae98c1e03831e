import { counted } from '@sonde/contract/text/counted';
import { Badge } from '../../../ui/tables/badge.tsx';
import type { ColumnFormat } from '../../../ui/tables/record-table.tsx';
import { breakable } from '../../../ui/text/breakable-text.tsx';
import { shownText } from '../../../ui/text/shown-text.ts';
import { toneOf } from './list-words.ts';

/** Formats of the columns in the tables of a list: monospace for names and addresses, text for sentences. */
export const formats: ReadonlyMap<string, ColumnFormat> = new Map<string, ColumnFormat>([
  ['Target', { show: (text) => <span className="mono">{breakable(shownText(text))}</span> }],
  ['State', { show: (name) => (name === '' ? null : <Badge tone={toneOf(name)}>{name}</Badge>) }],
  ['Targets', { isRight: true }],
  ['Verdict', { show: (text) => (text.includes('\n') ? <Verdict lines={text.split('\n')} /> : null) }],
]);

/** The worst finding; all others of the lookup open with a press. */
function Verdict({ lines: [worst, ...others] }: { readonly lines: readonly string[] }) {
  return (
    <details>
      <summary>
        {worst}, and {counted(others.length, 'other finding')}
      </summary>
      <ul>
        {others.map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the same may be found of several things
          <li key={index}>{line}</li>
        ))}
      </ul>
    </details>
  );
}
