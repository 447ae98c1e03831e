import { clientsPicture } from '@sonde/contract/tools/ssl/pictures/clients';
import { sslTexts } from '@sonde/contract/tools/ssl/tables/words';
import { Picture } from '../../../ui/charts/picture.tsx';
import { SkeletonRows } from '../../../ui/feedback/skeleton-rows.tsx';
import { MonitorSmartphone } from '../../../ui/icons/lucide/monitor-smartphone.ts';
import { Panel } from '../../../ui/layout/panel.tsx';
import { CameFrom } from '../../checked/evidence/came-from.tsx';
import { clientParts } from '../came-from.ts';
import type { SslKnown } from '../query.ts';

/** The id of the panel. */
const WHO_CAN_CONNECT = 'who-can-connect';

/** The checks that clients make of a certificate. */
const CHECKS_OF_CLIENTS: readonly string[] = ['certificate', 'names', 'expiry', 'chain', 'revocation'];
const isRefused = ({ checks = [] }: SslKnown) =>
  checks.some(({ id, state }) => state === 'broken' && CHECKS_OF_CLIENTS.includes(id));

const REFUSED =
  'This is about the connection alone: clients that check the certificate refuse it, for the reasons above.';
const OWN_LIST = 'Whether a client trusts the authority of the certificate depends on its own list of authorities.';

/**
 * Which browsers and programs can connect: measured with their ClientHello, or computed from what the server accepts.
 */
export function WhoCanConnect({ known }: { readonly known: SslKnown }) {
  const { clients } = known;
  return (
    <Panel title="Who Can Connect" icon={MonitorSmartphone} id={WHO_CAN_CONNECT}>
      {clients === undefined ? (
        <SkeletonRows rows={5} className="waiting" />
      ) : clients.length === 0 ? (
        <p className="still">{sslTexts.missing}</p>
      ) : (
        <>
          <p className="lbl-note">
            Measured with a handshake like the client’s own, or derived from what the client offers and what this server
            accepts. {isRefused(known) ? REFUSED : OWN_LIST}
          </p>
          <CameFrom what="who can connect" parts={clientParts(known)} />
          <Clients clients={clients} />
        </>
      )}
    </Panel>
  );
}

type Clients = NonNullable<SslKnown['clients']>;

const NEWEST = 'TLSv1.3';
/** Fewer do not need a fold. */
const FOLDED_FROM = 4;
const connectsAsBest = ({ connects, protocol, why, cipherSuite }: Clients[number]) =>
  connects === true && protocol === NEWEST && (why ?? '') === '' && cipherSuite !== null;

/** A reader asks about those that cannot connect, and about old ones: the many with the newest version are folded. */
function Clients({ clients }: { readonly clients: Clients }) {
  const newest = clients.filter(connectsAsBest);
  const others = clients.filter((client) => !connectsAsBest(client));
  if (newest.length < FOLDED_FROM || others.length === 0) return <Picture of={clientsPicture(clients)} />;
  return (
    <>
      <Picture of={clientsPicture(others)} />
      <details className="newer">
        <summary>
          <b>{`${newest.length} more connect with ${NEWEST}`}</b> <span>{namesOf(newest)}</span>
        </summary>
        <Picture of={clientsPicture(newest)} />
      </details>
    </>
  );
}

const namesOf = (clients: Clients) => clients.flatMap(({ client }) => client?.replace(/ \(.*/, '') ?? []).join(', ');
