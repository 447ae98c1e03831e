import type { TlsConnection } from '../connection/tls-connection.ts';
import { readTextUntil } from './plain-reader.ts';

const namespace = 'urn:ietf:params:xml:ns:xmpp-tls';

/**
 * Sends stream header and STARTTLS command (RFC 6120 sections 4.2 and 5.4.2). `domain` is an A-label name or an address, so it
 * needs no XML escaping. False when the server does not offer STARTTLS.
 * @throws NetFailure
 */
export async function switchXmpp(
  connection: TlsConnection,
  kind: 'client' | 'server',
  domain: string,
): Promise<boolean> {
  const header = `<?xml version='1.0'?><stream:stream xmlns='jabber:${kind}' xmlns:stream='http://etherx.jabber.org/streams' version='1.0' to='${domain}'>`;
  await connection.send(Buffer.from(header));
  const features = await readTextUntil(connection, (text) =>
    /<\/stream:features>|<stream:features\s*\/>|<stream:error/.test(text),
  );
  if (!features.includes(namespace)) return false;
  await connection.send(Buffer.from(`<starttls xmlns='${namespace}'/>`));
  const answer = await readTextUntil(connection, (text) => text.includes('>'));
  return answer.includes('<proceed');
}
