import { visibleText } from '../../ui/text/visible-text.ts';
import { WHO_CAN_CONNECT } from './protocol/clients-panel.tsx';
import type { SslKnown } from './query.ts';

/** At most this many names are listed; the table has all of them. */
const NAMED = 3;

/** The clients that cannot connect, in one line whose space is reserved until they are known. */
export function Reach({ clients }: { readonly clients: SslKnown['clients'] | undefined }) {
  const text = clients === undefined ? null : reachWords(clients);
  return <p className="reach">{text !== null && <a href={`#${WHO_CAN_CONNECT}`}>{text}</a>}</p>;
}

/** `Cannot connect: Java 6, Windows XP and 2 more of 12 clients.`; null if no client was tested. */
export function reachWords(clients: NonNullable<SslKnown['clients']>): string | null {
  if (clients.length === 0) return null;
  const refused = clients.filter(({ connects }) => connects === false).map(({ client }) => visibleText(client ?? ''));
  const unknown = clients.filter(({ connects }) => connects === null).length;
  const open = unknown === 0 ? '' : ` Not determined for ${unknown}.`;
  if (refused.length === 0)
    return unknown === 0 ? `All ${clients.length} clients can connect.` : `No client is known to fail.${open}`;
  const more = refused.length - NAMED;
  const names = refused.slice(0, NAMED).join(', ') + (more > 0 ? ` and ${more} more` : '');
  return `Cannot connect: ${names} (${refused.length} of ${clients.length} clients).${open}`;
}
