import type { Line } from '../line.ts';
import { readTextUntil } from './plain-reader.ts';

const namespace = 'urn:ietf:params:xml:ns:xmpp-tls';

/**
 * The stream's header and the command of RFC 6120 sections 4.2 and 5.4.2. `domain` is an A-label name or an address, so there
 * is nothing in it to be quoted. False when the server does not offer it.
 * @throws NetFailure
 */
export async function switchXmpp(line: Line, kind: 'client' | 'server', domain: string): Promise<boolean> {
  const header = `<?xml version='1.0'?><stream:stream xmlns='jabber:${kind}' xmlns:stream='http://etherx.jabber.org/streams' version='1.0' to='${domain}'>`;
  await line.send(Buffer.from(header));
  const features = await readTextUntil(line, (text) =>
    /<\/stream:features>|<stream:features\s*\/>|<stream:error/.test(text),
  );
  if (!features.includes(namespace)) return false;
  await line.send(Buffer.from(`<starttls xmlns='${namespace}'/>`));
  const answer = await readTextUntil(line, (text) => text.includes('>'));
  return answer.includes('<proceed');
}
