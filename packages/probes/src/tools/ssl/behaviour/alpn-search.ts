import { browserProtocols } from '../../../engines/tls/handshake/browser-protocols.ts';
import { alpnOfCurrentClient } from '../../../engines/tls/handshake/current-client.ts';
import type { ServerHandshakes } from '../../../engines/tls/handshake/first-handshakes.ts';
import { versions } from '../../../protocols/tls-records/registries/versions.ts';
import type { Observed } from '../observed.ts';
import type { Prober } from '../prober/prober.ts';

/**
 * Protocols of the IANA registry "TLS ALPN Protocol IDs" that a TLS server over TCP may speak, and draft names that old
 * servers still use. Excludes acme-tls/1, for which servers present a validation certificate (RFC 8737).
 */
const allProtocols: readonly string[] = [
  ...browserProtocols,
  ...['http/1.0', 'http/0.9', 'h2c', 'spdy/3.1', 'spdy/3', 'spdy/2', 'spdy/1'],
  ...['imap', 'pop3', 'managesieve', 'ftp', 'nntp', 'nnsp', 'irc', 'xmpp-client', 'xmpp-server'],
  ...['dot', 'mqtt', 'coap', 'stun.turn', 'stun.nat-discovery', 'webrtc', 'c-webrtc', 'sunrpc', 'smb', 'ntske/1'],
  ...['sip/2', 'tds/8.0', 'dicom', 'postgresql', 'radius/1.0', 'radius/1.1'],
];

/** Finds the application protocols of a server, one selection at a time (RFC 7301). */
export interface AlpnSearch {
  /** What to offer next; undefined when the search is over or continues in hellos of its own. */
  next(): readonly string[] | undefined;
  /** Records the protocol that the server selected, null for none. */
  note(picked: string | null): void;
}

/**
 * This many protocols are offered in hellos that are sent anyway, the first hello of the check among them. Servers rarely
 * have more, and many refuse a hello that offers none of theirs, so that it would have to be repeated.
 */
const SHARED_HELLOS = 3;

/** A search that starts in the hellos of another search and continues in hellos of its own. */
export interface SharedAlpnSearch extends AlpnSearch {
  /** Resolves when the search no longer shares hellos; never if there are too few of them. */
  readonly ended: Promise<void>;
}

/** Writes its results into `observed`. The search ends when the server selects no protocol or one that was not offered. */
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

export function shareAlpnSearch({ next, note }: AlpnSearch): SharedAlpnSearch {
  let hellos = 0;
  let end = () => {};
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  return {
    ended,
    next: () => (hellos < SHARED_HELLOS ? next() : undefined),
    note(picked) {
      note(picked);
      hellos += 1;
      if (hellos >= SHARED_HELLOS) end();
    },
  };
}

/**
 * Continues if the hellos for the TLS 1.2 suites were too few for all protocols, or that version is not accepted. Terminates
 * because each protocol can be selected only once.
 * @throws CheckStopped
 */
export async function finishAlpn(
  prober: Prober,
  { first, session }: ServerHandshakes,
  observed: Observed,
): Promise<void> {
  const search = createAlpnSearch(observed);
  for (let offered = search.next(); offered !== undefined; offered = search.next()) {
    search.note(await pickOf(prober, { first, session }, offered));
  }
}

const purpose = 'application-protocols';

/** TLS 1.3 encrypts the selection. Null also when the server refuses, perhaps because of the protocols (RFC 7301 section 3.2). */
async function pickOf(prober: Prober, { first }: ServerHandshakes, offered: readonly string[]): Promise<string | null> {
  if (first.known.version >= versions['TLSv1.3']) return alpnOfCurrentClient({ ...prober.scan, purpose }, offered);
  const reply = await prober.ask({ ...first.known, alpn: offered }, { purpose });
  return reply.kind === 'accepted' ? reply.hello.alpn : null;
}
