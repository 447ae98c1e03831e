import { parseCertificate } from '../../../engines/tls/certificate/parsed-certificate.ts';
import type { ServedChain } from '../../../engines/tls/certificate/served-chain.ts';
import type { Scan } from '../../../engines/tls/connection/dial.ts';
import { handshakeUpToFinished } from '../../../engines/tls/handshake/current-client.ts';
import type { ServerHandshakes } from '../../../engines/tls/handshake/first-handshakes.ts';
import { versions } from '../../../protocols/tls-records/registries/versions.ts';
import type { Observed } from '../observed.ts';
import { addChain } from './chain-collector.ts';
import { confirmRefusal } from './confirm-refusal.ts';

/** The key types that a TLS 1.3 server may sign with, and their signature algorithms (RFC 8446 section 4.2.3, RFC 8734). */
const keyTypes: readonly { readonly type: string; readonly algorithms: readonly number[] }[] = [
  { type: 'EC', algorithms: [0x0403, 0x0503, 0x0603, 0x081a, 0x081b, 0x081c] },
  { type: 'RSA', algorithms: [0x0804, 0x0805, 0x0806] },
  { type: 'RSA-PSS', algorithms: [0x0809, 0x080a, 0x080b] },
  { type: 'Ed25519', algorithms: [0x0807] },
  { type: 'Ed448', algorithms: [0x0808] },
  { type: 'ML-DSA-44', algorithms: [0x0904] },
  { type: 'ML-DSA-65', algorithms: [0x0905] },
  { type: 'ML-DSA-87', algorithms: [0x0906] },
];

/** A server with both covers all public clients: searching for a third type is not worth a connection to every such site. */
const commonKeyTypes = ['EC', 'RSA'];

/**
 * Searches TLS 1.3 for certificates with other key types than those seen so far: sends a browser's hello without their
 * signature algorithms, until the server refuses or presents nothing new. Up to TLS 1.2, the cipher suites have shown them.
 * @throws the reason of the budget's signal, with what was found so far in `observed`
 */
export async function findOtherKeys(
  scan: Scan,
  { first, session }: ServerHandshakes,
  observed: Observed,
): Promise<void> {
  const isModern = session?.version === versions['TLSv1.3'] && session.certificates !== null;
  observed.areKeysComplete = !isModern || (await searchKeys(scan, first.known, observed));
}

/** False if a rate limit of the server ended the search. */
async function searchKeys(scan: Scan, known: ServerHandshakes['first']['known'], observed: Observed): Promise<boolean> {
  for (;;) {
    const met = observed.servedChains.map(keyTypeOf);
    if (commonKeyTypes.every((type) => met.includes(type))) return true;
    const signatureAlgorithms = keyTypes.filter(({ type }) => !met.includes(type)).flatMap((kind) => kind.algorithms);
    if (signatureAlgorithms.length === 0) return true;
    const found = await confirmRefusal(scan, known, () => handshakeUpToFinished(scan, { signatureAlgorithms }));
    if (found === null) return false;
    // Some servers send their certificate although the client does not support its key.
    if (found === 'refused' || found.certificates === null || met.includes(keyTypeOf(found))) return true;
    addChain(observed.servedChains, found);
  }
}

/** Key type of the server's own certificate; null when it cannot be parsed. */
function keyTypeOf({ certificates }: Pick<ServedChain, 'certificates'>): string | null {
  const [leaf] = certificates ?? [];
  return leaf === undefined ? null : (parseCertificate(leaf)?.x509.publicKey.type ?? null);
}
