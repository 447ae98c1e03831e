import { Network } from 'lucide-react';
import { Panel } from '../../ui/panel.tsx';
import { RecordTable } from '../../ui/record-table.tsx';
import { SkeletonRows } from '../../ui/skeleton-rows.tsx';
import { FindingList } from './finding-list.tsx';
import type { SslKnown } from './query.ts';
import { differenceItems, servedRows, servedTitles } from './served-rows.ts';
import { texts } from './texts.ts';

export interface ServedPanelProps {
  readonly known: SslKnown;
  /** Everything that can be asked was asked. */
  readonly isWhole: boolean;
  /** Measures another address of the name. */
  onChoose(address: string): void;
}

/** Every certificate that clients get, where, and what differs. */
export function AddressesAndCertificates({ known, isWhole, onChoose }: ServedPanelProps) {
  const { addresses, servedCertificates, differences = [] } = known;
  return (
    <Panel title="Addresses and Certificates" icon={Network}>
      {addresses === undefined || servedCertificates === undefined ? (
        <SkeletonRows rows={3} className="waiting" />
      ) : (
        <>
          {differences.length > 0 && <FindingList label="Differences" items={differenceItems(differences)} />}
          {isWhole && (
            <Scope
              addresses={addresses}
              isAlike={addresses.length > 0 && differences.length === 0 && isAllKnown(known)}
            />
          )}
          {addresses.length === 0 ? (
            <p className="lbl-note">{texts.missing}</p>
          ) : (
            <RecordTable
              label="Addresses and certificates"
              titles={servedTitles}
              rows={servedRows(addresses, servedCertificates)}
            />
          )}
          {isWhole && <OtherAddresses addresses={addresses} onChoose={onChoose} />}
        </>
      )}
    </Panel>
  );
}

/** Nothing about addresses and certificates is missing. */
function isAllKnown({ gaps = [] }: SslKnown): boolean {
  return !gaps.some(({ part }) => /address|certificate/.test(part));
}

/** Of the others the first handshake is all that was made; a press measures one of them like the first. */
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

/** What the table is about, and what it is not. */
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
