import { Globe } from 'lucide-react';
import { Chip } from '../../ui/chip.tsx';
import { Panel } from '../../ui/panel.tsx';
import { shownText } from '../../ui/shown-text.ts';
import { useFirst } from '../../ui/use-first.ts';
import type { SslKnown } from './query.ts';
import { texts } from './texts.ts';

/** Some certificates have ten thousand: the rest comes when it is wanted. */
const SHOWN_AT_FIRST = 100;

export function AlternativeNames({ known: { subjectAlternativeNames: names } }: { readonly known: SslKnown }) {
  const { shown, hidden, showAll } = useFirst(names ?? [], SHOWN_AT_FIRST);
  return (
    <Panel title="Subject Alternative Names" icon={Globe} {...(names && { count: names.length })}>
      {shown.length === 0 ? (
        <p className="still">{names && texts.missing}</p>
      ) : (
        <div className="pills">
          {shown.map((name, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a name may stand twice in a certificate
            <Chip key={index}>{shownText(name)}</Chip>
          ))}
          {hidden > 0 && (
            <button className="btn" type="button" onClick={showAll}>
              Show {hidden} more
            </button>
          )}
        </div>
      )}
    </Panel>
  );
}
