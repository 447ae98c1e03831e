import { sslTexts } from '@sonde/contract/tools/ssl/tables/words';
import { Chip } from '../../../ui/forms/chip.tsx';
import { Globe } from '../../../ui/icons/lucide/globe.ts';
import { Panel } from '../../../ui/layout/panel.tsx';
import { useFirst } from '../../../ui/tables/use-first.ts';
import { shownText } from '../../../ui/text/shown-text.ts';
import { CameFrom } from '../../checked/evidence/came-from.tsx';
import { firstHandshakes } from '../came-from.ts';
import type { SslKnown } from '../query.ts';

/** Some certificates have ten thousand names: the rest is shown on demand. */
const SHOWN_AT_FIRST = 100;

export function AlternativeNames({ known }: { readonly known: SslKnown }) {
  const { subjectAlternativeNames: names } = known;
  const { shown, hidden, showAll } = useFirst(names ?? [], SHOWN_AT_FIRST);
  return (
    <Panel title="Subject Alternative Names" icon={Globe} span={6} {...(names && { count: names.length })}>
      <CameFrom what="the names" parts={firstHandshakes(known)} />
      {shown.length === 0 ? (
        <p className="still">{names && sslTexts.missing}</p>
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
