import { randomBytes } from 'node:crypto';
import { type Connection, NetFailure } from '../../../net/net.ts';
import { createFlightReader, type Flight } from '../../../protocols/tls-records/flight.ts';
import { encodeClientHello } from '../../../protocols/tls-records/hello/client-hello.ts';
import { groupsBefore13 } from '../../../protocols/tls-records/registries/groups.ts';
import { suites } from '../../../protocols/tls-records/registries/suites.ts';
import { versions } from '../../../protocols/tls-records/registries/versions.ts';
import { TlsFormatError } from '../../../protocols/tls-records/tls-format-error.ts';
import { decodeCertificate } from '../../../protocols/x509/certificate.ts';
import { X509FormatError } from '../../../protocols/x509/x509-format-error.ts';
import type { Source } from './source.ts';

const HTTPS_PORT = 443;
const LIMITS = { connectTimeoutMs: 3000, maxBytes: 400_000 };

const usualSuites = suites
  .filter(
    ({ kind, isAnonymous, isExport, cipher }) => kind === 'plain' && !isAnonymous && !isExport && cipher !== 'NULL',
  )
  .map(({ code }) => code);

/**
 * The names in the certificate of the domain's own web server. Up to TLS 1.2 a server sends it unencrypted (RFC 5246
 * section 7.4.2), so the connection is closed after the server's first flight. Servers that accept only TLS 1.3, and
 * domains without a web server, yield nothing.
 */
export const ownCertificate: Source = {
  name: 'certificate',
  timeoutMs: 6000,
  find: async ({ domain, net, signal, suggest }) => {
    const connection = await net
      .connect({ host: domain, port: HTTPS_PORT, service: 'tls' }, LIMITS, signal)
      .catch(nullWithoutWebServer);
    if (connection === null) return;
    try {
      await connection.write(hello(domain));
      const { certificates } = await flightOf(connection);
      for (const der of certificates?.slice(0, 1) ?? []) suggest(namesIn(der));
    } catch (error) {
      // A port that does not speak TLS, or resets the connection, has no certificate.
      if (!isNotTls(error)) throw error;
    } finally {
      connection.close();
    }
  },
};

/** A domain without a web server is not a failure of the source. */
function nullWithoutWebServer(error: unknown): null {
  const reasons = ['connection-refused', 'no-address', 'nxdomain', 'special-use'];
  if (error instanceof NetFailure && reasons.includes(error.reason)) return null;
  throw error;
}

function hello(serverName: string): Uint8Array {
  const random = new Uint8Array(randomBytes(32));
  return encodeClientHello({
    version: versions['TLSv1.2'],
    suites: usualSuites,
    random,
    serverName,
    groups: groupsBefore13,
  });
}

async function flightOf(connection: Connection): Promise<Flight> {
  const reader = createFlightReader();
  while (reader.flight.certificates === null && !reader.flight.isDone && reader.flight.alert === null) {
    const bytes = await connection.read();
    if (bytes === null) break;
    reader.push(bytes);
  }
  return reader.flight;
}

function namesIn(der: Uint8Array): string[] {
  const { extensions } = decodeCertificate(der);
  return (extensions.alternativeNames ?? []).flatMap(({ kind, text }) => (kind === 'dns' ? text : []));
}

function isNotTls(error: unknown): boolean {
  if (error instanceof TlsFormatError || error instanceof X509FormatError) return true;
  return error instanceof NetFailure && error.reason === 'reset';
}
