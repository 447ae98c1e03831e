import { MonitorSmartphone } from 'lucide-react';
import { Panel } from '../../ui/panel.tsx';
import { RecordTable } from '../../ui/record-table.tsx';
import { SkeletonRows } from '../../ui/skeleton-rows.tsx';
import type { SslAnswer, SslKnown } from './query.ts';
import { texts } from './texts.ts';

export const clientTitles = ['Client', 'Connects', 'Protocol', 'Cipher Suite', 'Known By', 'Why'];

/** Which browsers and programs can agree with the server: by a hello of theirs, or computed from what it accepts. */
export function WhoCanConnect({ known: { clients } }: { readonly known: SslKnown }) {
  return (
    <Panel title="Who Can Connect" icon={MonitorSmartphone}>
      {clients === undefined ? (
        <SkeletonRows rows={5} className="waiting" />
      ) : clients.length === 0 ? (
        <p className="still">{texts.missing}</p>
      ) : (
        <>
          <p className="lbl-note">
            Shown by a handshake with the client’s own hello, or worked out from what the client offers and what this
            server accepts. Whether a client trusts the certificate is shown above.
          </p>
          <RecordTable label="Who can connect" titles={clientTitles} rows={clientRows(clients)} />
        </>
      )}
    </Panel>
  );
}

/** For the table, and for exports. */
export function clientRows(clients: SslAnswer['clients']): string[][] {
  return clients.map(({ client, connects, protocol, cipherSuite, isChecked, computed, why }) => [
    client,
    connects === null ? 'Not determinable' : connects ? 'Yes' : 'No',
    protocol ?? texts.missing,
    cipherSuite ?? texts.missing,
    isChecked ? 'handshake' : 'computation',
    [why, computed && `Computed: ${computed}`].filter(Boolean).join(' '),
  ]);
}
