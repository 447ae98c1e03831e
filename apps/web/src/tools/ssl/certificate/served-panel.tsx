import { servedColumns, servedRows } from '@sonde/contract/tools/ssl/tables/served';
import { sslTexts } from '@sonde/contract/tools/ssl/tables/words';
import { SkeletonRows } from '../../../ui/feedback/skeleton-rows.tsx';
import { Network } from '../../../ui/icons/lucide/network.ts';
import { FoldedPanel } from '../../../ui/layout/folded-panel.tsx';
import { RecordTable } from '../../../ui/tables/record-table.tsx';
import { visibleText } from '../../../ui/text/visible-text.ts';
import { CameFrom } from '../../checked/evidence/came-from.tsx';
import { servedParts } from '../came-from.ts';
import type { SslAnswer, SslKnown } from '../query.ts';

export interface ServedPanelProps {
  readonly known: SslKnown;
  /** All addresses were checked in full. */
  readonly isWhole: boolean;
  /** Checks another address of the name. */
  onChoose(address: string): void;
}

/** Every certificate served to clients, the addresses that serve it, and the differences. */
export function AddressesAndCertificates({ known, isWhole, onChoose }: ServedPanelProps) {
  const { addresses, servedCertificates, differences = [] } = known;
  return (
    <FoldedPanel title="Addresses and Certificates" icon={Network} isOpen={(addresses?.length ?? 0) > 1}>
      {addresses === undefined || servedCertificates === undefined ? (
        <SkeletonRows rows={3} className="waiting" />
      ) : (
        <>
          <CameFrom what="addresses and certificates" parts={servedParts(known)} />
          {differences.length > 0 && <Differences differences={differences} />}
          {isWhole && (
            <Scope
              addresses={addresses}
              isAlike={addresses.length > 0 && differences.length === 0 && isAllKnown(known)}
            />
          )}
          {addresses.length === 0 ? (
            <p className="lbl-note">{sslTexts.missing}</p>
          ) : (
            <RecordTable
              label="Addresses and certificates"
              titles={servedColumns}
              rows={servedRows(addresses, servedCertificates)}
            />
          )}
          {isWhole && <OtherAddresses addresses={addresses} onChoose={onChoose} />}
        </>
      )}
    </FoldedPanel>
  );
}

/** True if no gap concerns addresses or certificates. */
function isAllKnown({ gaps = [] }: SslKnown): boolean {
  return !gaps.some(({ part }) => /address|certificate/.test(part));
}

/** The other addresses got only a first handshake; a button starts a full check of one of them. */
function OtherAddresses({ addresses, onChoose }: ListProps & Pick<ServedPanelProps, 'onChoose'>) {
  const others = addresses.filter(({ isMeasured }) => !isMeasured);
  if (others.length === 0) return null;
  return (
    <div className="rest">
      <div className="jump">
        {others.map(({ address }) => (
          <button key={address} className="btn" type="button" onClick={() => onChoose(address)}>
            Check {address}
          </button>
        ))}
      </div>
    </div>
  );
}

interface ListProps {
  readonly addresses: NonNullable<SslKnown['addresses']>;
}

/** What the table covers and what it does not. */
function Scope({ addresses, isAlike }: ListProps & { readonly isAlike: boolean }) {
  const measured = addresses.find(({ isMeasured }) => isMeasured);
  return (
    <p className="lbl-note">
      {isAlike && 'Every client gets the same certificate. '}
      {addresses.length > 1 &&
        `The rest of this page was measured at ${measured?.address}. At the other addresses only the first handshake of a current client was made.`}
    </p>
  );
}

/** The differences; the findings explain them. */
function Differences({ differences }: Pick<SslAnswer, 'differences'>) {
  return (
    <ul className="finds" aria-label="Differences">
      {differences.map(({ name, evidence }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a list that does not change
        <li key={`${name} ${index}`}>{evidence !== null && visibleText(evidence)}</li>
      ))}
    </ul>
  );
}
