import type { FirstHandshake } from '../../../engines/tls/handshake/first-hello.ts';
import { untilDone } from '../../../engines/tls/handshake/send-hello.ts';
import type { Flight } from '../../../protocols/tls-records/flight.ts';
import { signatureAlgorithms } from '../../../protocols/tls-records/hello/extensions.ts';
import { messageTypes } from '../../../protocols/tls-records/messages.ts';
import { octetsLeft, readerOf, readUint, readVector } from '../../../protocols/tls-records/reader.ts';
import { suiteOf } from '../../../protocols/tls-records/registries/suites.ts';
import { versions } from '../../../protocols/tls-records/registries/versions.ts';
import { TlsFormatError } from '../../../protocols/tls-records/tls-format-error.ts';
import type { Observed } from '../observed.ts';
import type { Prober } from '../prober/prober.ts';

const HEADER = 4;
/** HashAlgorithm of TLS 1.2 (RFC 5246 section 7.4.1.4.1). */
const SHA1 = 2;
const hashOf = (algorithm: number) => algorithm >> 8;
const withoutSha1 = signatureAlgorithms.filter((algorithm) => hashOf(algorithm) !== SHA1);

/**
 * Whether a server that signs with SHA-1 in TLS 1.2, although we offer it last, has anything else: current libraries do not
 * offer it.
 * @throws CheckStopped, or the reason of the budget's signal
 */
export async function testSha1Signatures(prober: Prober, first: FirstHandshake, observed: Observed): Promise<void> {
  const { hello, flight } = first.accepted;
  const algorithm = hello.version === versions['TLSv1.2'] ? signatureAlgorithmIn(flight) : null;
  if (algorithm === null) return;
  if (hashOf(algorithm) !== SHA1) {
    observed.signsOnlyWithSha1 = false;
    return;
  }
  const reply = await prober.ask({ ...first.known, signatureAlgorithms: withoutSha1 }, { until: untilDone });
  // A server that ignores the client's list signs with SHA-1 again.
  const again = reply.kind === 'refused' ? SHA1 : hashOf(signatureAlgorithmIn(reply.flight) ?? algorithm);
  observed.signsOnlyWithSha1 = again === SHA1;
}

/** The algorithm of the signature in a ServerKeyExchange of TLS 1.2 (RFC 5246 section 7.4.3); null without one. */
function signatureAlgorithmIn({ said, serverHello }: Pick<Flight, 'said' | 'serverHello'>): number | null {
  const message = said.find(([type]) => type === messageTypes.serverKeyExchange);
  const exchange = suiteOf(serverHello?.suite ?? -1)?.keyExchange;
  if (message === undefined || (exchange !== 'ECDHE' && exchange !== 'DHE')) return null;
  const reader = readerOf(message.subarray(HEADER));
  try {
    if (exchange === 'ECDHE') {
      readUint(reader, 1);
      readUint(reader, 2);
      readVector(reader, 1);
    } else for (let part = 0; part < 3; part += 1) readVector(reader, 2);
    return octetsLeft(reader) > 2 ? readUint(reader, 2) : null;
  } catch (error) {
    if (error instanceof TlsFormatError) return null;
    throw error;
  }
}
