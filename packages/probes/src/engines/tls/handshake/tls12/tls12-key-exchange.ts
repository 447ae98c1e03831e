import { constants, createDiffieHellman, publicEncrypt, X509Certificate } from 'node:crypto';
import { join } from '../../../../protocols/octets.ts';
import type { Flight } from '../../../../protocols/tls-records/flight.ts';
import type { ServerHello } from '../../../../protocols/tls-records/hello/server-hello.ts';
import type { KeyExchange } from '../../../../protocols/tls-records/key-exchange.ts';
import { messageTypes } from '../../../../protocols/tls-records/messages.ts';
import { suiteOf } from '../../../../protocols/tls-records/registries/suites.ts';
import { uint, vector } from '../../../../protocols/tls-records/writer.ts';
import { createClientKey } from '../client-key.ts';
import { orFormatError } from '../or-format-error.ts';

export interface KeyExchangeResult {
  /** Our messages up to ChangeCipherSpec. */
  readonly messages: readonly Uint8Array[];
  readonly premasterSecret: Uint8Array;
}

/**
 * Answers the server's key exchange, with an empty Certificate message if the server requested one. Null for a key exchange
 * that is not implemented here.
 * @throws TlsFormatError for an invalid key
 */
export function exchangeKeys(hello: ServerHello, flight: Flight): KeyExchangeResult | null {
  const exchange = flight.keyExchange;
  const noCertificate = join(uint(messageTypes.certificate, 1), vector(3, vector(3)));
  const withKey = (key: Uint8Array, premasterSecret: Uint8Array): KeyExchangeResult => ({
    premasterSecret,
    messages: [
      ...(flight.asksForCertificate ? [noCertificate] : []),
      join(uint(messageTypes.clientKeyExchange, 1), vector(3, key)),
    ],
  });
  if (exchange?.kind === 'curve' && exchange.key !== null) {
    const key = createClientKey(exchange.group ?? 0);
    return key && withKey(vector(1, key.share.key), key.agree(exchange.key));
  }
  if (exchange?.kind === 'finite-field') {
    const agreed = exchangeInField(exchange);
    return agreed && withKey(vector(2, agreed.key), agreed.secret);
  }
  const [certificate] = flight.certificates ?? [];
  if (exchange !== null || certificate === undefined) return null;
  if (suiteOf(hello.suite)?.keyExchange !== 'RSA') return null;
  // It starts with the newest version that was offered (RFC 5246 section 7.4.7.1).
  const secret = join(uint(hello.version, 2), crypto.getRandomValues(new Uint8Array(46)));
  const encrypted = orFormatError(() =>
    publicEncrypt({ key: new X509Certificate(certificate).publicKey, padding: constants.RSA_PKCS1_PADDING }, secret),
  );
  return withKey(vector(2, encrypted), secret);
}

/** With a longer prime, a malicious server could keep the processor busy. */
const MAX_PRIME_BITS = 4096;

/** Null for a prime that is too long, and for truncated parameters. @throws TlsFormatError for invalid ones */
function exchangeInField({
  bits,
  prime,
  generator,
  key,
}: Extract<KeyExchange, { kind: 'finite-field' }>): { key: Uint8Array; secret: Uint8Array } | null {
  if (bits > MAX_PRIME_BITS || generator === null || key === null) return null;
  return orFormatError(() => {
    const pair = createDiffieHellman(prime, generator);
    const ours = pair.generateKeys();
    const secret = pair.computeSecret(key);
    return { key: ours, secret: withoutLeadingZeros(secret) };
  });
}

/** Leading zeros of the shared value are not part of the premaster secret (RFC 5246 section 8.1.2). */
function withoutLeadingZeros(value: Uint8Array): Uint8Array {
  const start = value.findIndex((octet) => octet !== 0);
  return value.subarray(Math.max(0, start));
}
