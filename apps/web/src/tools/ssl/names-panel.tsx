import { Globe } from 'lucide-react';
import { useState } from 'react';
import { Chip } from '../../ui/chip.tsx';
import { Panel } from '../../ui/panel.tsx';
import { visibleText } from '../../ui/visible-text.ts';
import type { SslKnown } from './query.ts';
import { texts } from './texts.ts';

/** Some certificates have ten thousand: the rest comes when it is wanted. */
const SHOWN_AT_FIRST = 100;

export function AlternativeNames({ known: { subjectAlternativeNames: names } }: { readonly known: SslKnown }) {
  const [isAll, setAll] = useState(false);
  const shown = isAll ? names : names?.slice(0, SHOWN_AT_FIRST);
  const hidden = (names?.length ?? 0) - (shown?.length ?? 0);
  return (
    <Panel title="Subject Alternative Names" icon={Globe} {...(names && { count: names.length })}>
      {shown === undefined || shown.length === 0 ? (
        <p className="still">{shown && texts.missing}</p>
      ) : (
        <div className="pills">
          {shown.map((name, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a name may stand twice in a certificate
            <Chip key={index}>{visibleText(name)}</Chip>
          ))}
          {hidden > 0 && (
            <button className="btn" type="button" onClick={() => setAll(true)}>
              Show {hidden} more
            </button>
          )}
        </div>
      )}
    </Panel>
  );
}
