import { X509Certificate } from 'node:crypto';
import { groupName, suiteName } from '@sonde/probes';
import { certificateFacts, type Facts, sorted, told, toMinute, versions } from './facts.ts';

const official = (version: string) => (version === 'TLSv1.0' ? 'TLSv1' : version);

export function factsOfSslscan(xml: string): Facts {
  const rows = (pattern: RegExp) => [...xml.matchAll(pattern)].map(([, ...found]) => found);
  const enabled = rows(/<protocol type="(\w+)" version="([^"]+)" enabled="1"/g).map(([type, version]) =>
    official(`${type === 'ssl' ? 'SSL' : 'TLS'}v${version}`),
  );
  const ciphers = rows(/<cipher status="\w+" sslversion="([^"]+)"[^>]* id="(0x[0-9A-Fa-f]+)"/g).map(
    ([version = '', id]) => ({ version: official(version), suite: suiteName(Number(id)) }),
  );
  const ofVersion = (name: string) =>
    sorted(ciphers.flatMap(({ version, suite }) => (version === name ? [suite] : [])));
  const dh = rows(/ dhebits="(\d+)"/g).map(([bits]) => Number(bits));
  // sslscan tests only TLS suites, not those of SSLv2 and SSLv3.
  const suites = versions.filter((name) => name.startsWith('TLS')).map((name) => [`suites ${name}`, ofVersion(name)]);
  return {
    ...told({
      versions: sorted(enabled),
      groups: sorted(rows(/<group [^>]*id="(0x[0-9A-Fa-f]+)"/g).map(([id]) => groupName(Number(id)))),
      'smallest Diffie-Hellman key': dh.length > 0 ? Math.min(...dh) : null,
      'fallback SCSV': flag(xml, /<fallback supported="(\d)"/),
      compression: flag(xml, /<compression supported="(\d)"/),
      'secure renegotiation': flag(xml, /<renegotiation [^>]*secure="(\d)"/),
      Heartbleed: /<heartbleed /.test(xml) ? /<heartbleed [^>]*vulnerable="1"/.test(xml) : null,
    }),
    ...Object.fromEntries(suites),
    ...leafFacts(xml),
  };
}

function flag(xml: string, pattern: RegExp): boolean | null {
  const found = pattern.exec(xml)?.[1];
  return found === undefined ? null : found === '1';
}

/** The certificate of the last handshake, from the short form of sslscan; the fingerprint is computed from the printed PEM. */
function leafFacts(xml: string): Facts {
  const short = /<certificate type="short">([\s\S]*?)<\/certificate>/.exec(xml)?.[1];
  const pem = /-----BEGIN CERTIFICATE-----[\s\S]*?-----END CERTIFICATE-----/.exec(xml)?.[0];
  if (short === undefined || pem === undefined) return {};
  const text = (name: string) =>
    new RegExp(`<${name}>(?:<!\\[CDATA\\[)?([\\s\\S]*?)(?:\\]\\]>)?</${name}>`).exec(short)?.[1] ?? '';
  const type = /<pk [^>]*type="(\w+)"/.exec(short)?.[1] ?? 'unknown';
  const bits = Number(/<pk [^>]*bits="(\d+)"/.exec(short)?.[1] ?? Number.NaN);
  return certificateFacts({
    keyType: type,
    fingerprint: new X509Certificate(pem).fingerprint256.replaceAll(':', ''),
    // For elliptic curves, sslscan prints the security strength, not the key length.
    keyBits: type === 'RSA' ? bits : null,
    commonName: text('subject') || null,
    names: sorted([...text('altnames').matchAll(/(?:DNS|IP Address|email|URI):([^,]+)/g)].map(([, name = '']) => name)),
    issuer: text('issuer') || null,
    serialNumber: null,
    notBefore: toMinute(text('not-valid-before')),
    notAfter: toMinute(text('not-valid-after')),
    hash: /sha\d+|md5/i.exec(text('signature-algorithm'))?.[0]?.toUpperCase() ?? null,
    isExpired: text('expired') === 'true',
    isSelfSigned: text('self-signed') === 'true',
    isForHost: null,
    isChainComplete: null,
    sent: null,
  });
}
