import { versions } from '../../../protocols/tls-records/versions.ts';
import type { Met } from '../behaviour.ts';
import { readMember } from '../certificate/member.ts';
import type { Sent } from '../certificates.ts';
import { asBriefClient } from '../current-client.ts';
import type { Scan } from '../dial.ts';
import type { Observed } from '../observed.ts';
import { askSurely } from './ask-surely.ts';
import { addSent } from './chain-watch.ts';

/** The kinds of keys that a server of TLS 1.3 may sign with, and their signatures (RFC 8446 section 4.2.3, RFC 8734). */
const kindsOfKeys: readonly { readonly type: string; readonly algorithms: readonly number[] }[] = [
  { type: 'EC', algorithms: [0x0403, 0x0503, 0x0603, 0x081a, 0x081b, 0x081c] },
  { type: 'RSA', algorithms: [0x0804, 0x0805, 0x0806] },
  { type: 'RSA-PSS', algorithms: [0x0809, 0x080a, 0x080b] },
  { type: 'Ed25519', algorithms: [0x0807] },
  { type: 'Ed448', algorithms: [0x0808] },
  { type: 'ML-DSA-44', algorithms: [0x0904] },
  { type: 'ML-DSA-65', algorithms: [0x0905] },
  { type: 'ML-DSA-87', algorithms: [0x0906] },
];

/** Who has both has all that clients of the public web need: a third kind is not worth a connection to every such site. */
const usualPair = ['EC', 'RSA'];

/**
 * Looks in TLS 1.3 for certificates with other kinds of keys than were met so far: a browser's hello from which the
 * signatures of those are left out, until the server refuses or shows nothing new. Up to TLS 1.2 the suites have shown them.
 * @throws the reason of the budget's signal, with what was found so far in `observed`
 */
export async function findOtherKeys(scan: Scan, { first, session }: Met, observed: Observed): Promise<void> {
  const isModern = session?.version === versions['TLSv1.3'] && session.certificates !== null;
  observed.areKeysComplete = !isModern || (await searchKeys(scan, first.known, observed));
}

/** False when the server limits us in the middle. */
async function searchKeys(scan: Scan, known: Met['first']['known'], observed: Observed): Promise<boolean> {
  for (;;) {
    const met = observed.sent.map(keyTypeOf);
    if (usualPair.every((type) => met.includes(type))) return true;
    const algorithms = kindsOfKeys.filter(({ type }) => !met.includes(type)).flatMap((kind) => kind.algorithms);
    if (algorithms.length === 0) return true;
    const found = await askSurely(scan, known, () => asBriefClient(scan, algorithms));
    if (found === null) return false;
    // A server may send what it has, whatever the client supports.
    if (found === 'refused' || found.certificates === null || met.includes(keyTypeOf(found))) return true;
    addSent(observed.sent, found);
  }
}

/** Kind of the public key of the server's own certificate; null for what cannot be read. */
function keyTypeOf({ certificates }: Pick<Sent, 'certificates'>): string | null {
  const [leaf] = certificates ?? [];
  return leaf === undefined ? null : (readMember(leaf)?.x509.publicKey.type ?? null);
}
