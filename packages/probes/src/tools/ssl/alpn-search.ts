import { versions } from '../../protocols/tls-records/versions.ts';
import type { Met } from './behaviour.ts';
import { browserProtocols } from './browser-protocols.ts';
import { alpnOfCurrentClient } from './current-client.ts';
import type { Observed } from './observed.ts';
import type { Prober } from './prober.ts';

/**
 * Protocols of the IANA registry "TLS ALPN Protocol IDs" that a TLS server over TCP may speak, and the draft names that
 * old servers still have. Without acme-tls/1: a server answers it with a certificate made for the purpose (RFC 8737).
 */
const allProtocols: readonly string[] = [
  ...browserProtocols,
  ...['http/1.0', 'http/0.9', 'h2c', 'spdy/3.1', 'spdy/3', 'spdy/2', 'spdy/1'],
  ...['imap', 'pop3', 'managesieve', 'ftp', 'nntp', 'nnsp', 'irc', 'xmpp-client', 'xmpp-server'],
  ...['dot', 'mqtt', 'coap', 'stun.turn', 'stun.nat-discovery', 'webrtc', 'c-webrtc', 'sunrpc', 'smb', 'ntske/1'],
  ...['sip/2', 'tds/8.0', 'dicom', 'postgresql', 'radius/1.0', 'radius/1.1'],
];

/** The search for the application protocols of a server, one pick at a time (RFC 7301). */
export interface AlpnSearch {
  /** What to offer next; undefined when there is nothing more to find out. */
  next(): readonly string[] | undefined;
  /** The server's pick, null for none. */
  note(picked: string | null): void;
}

/** Writes what it finds into `observed`. A pick that was not offered, or none, ends the search. */
export function createAlpnSearch({ alpn }: Pick<Observed, 'alpn'>): AlpnSearch {
  const left = () => allProtocols.filter((name) => !alpn.protocols.includes(name));
  return {
    next: () => (alpn.isComplete ? undefined : left()),
    note(picked) {
      if (alpn.isComplete) return;
      if (picked !== null && left().includes(picked)) alpn.protocols.push(picked);
      else alpn.isComplete = true;
    },
  };
}

/**
 * Goes on where the suites of TLS 1.2 were too few for all protocols, and where there is no such version. Each pick is one
 * that was not picked before, so it comes to an end.
 * @throws CheckStopped
 */
export async function finishAlpn(prober: Prober, { first, session }: Met, observed: Observed): Promise<void> {
  const search = createAlpnSearch(observed);
  for (let offered = search.next(); offered !== undefined; offered = search.next()) {
    search.note(await pickOf(prober, { first, session }, offered));
  }
}

/** TLS 1.3 encrypts the pick. Null also when the server refuses: it may mean the protocols (RFC 7301 section 3.2). */
async function pickOf(prober: Prober, { first }: Met, offered: readonly string[]): Promise<string | null> {
  if (first.known.version >= versions['TLSv1.3']) return alpnOfCurrentClient(prober.scan, offered);
  const reply = await prober.ask({ ...first.known, alpn: offered });
  return reply.kind === 'accepted' ? reply.hello.alpn : null;
}
