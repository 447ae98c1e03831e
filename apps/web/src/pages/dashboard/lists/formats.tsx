import { counted } from '@sonde/contract/text/counted';
import { expiryFormats } from '../../../tools/answer/expiry-order.tsx';
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
  ['Verdict', { show: (text) => (text.includes('\n') ? <Verdict text={text} /> : null) }],
  ...expiryFormats,
]);

/** The worst finding; all others of the lookup open with a press. */
function Verdict({ text }: { readonly text: string }) {
  const [worst, ...others] = text.matchAll(/.+/g);
  return (
    <details>
      <summary>
        {worst?.[0]}, and {counted(others.length, 'other finding')}
      </summary>
      <ul>
        {others.map(({ 0: line, index: offset }) => (
          <li key={offset}>{line}</li>
        ))}
      </ul>
    </details>
  );
}
