import { fromBase64 } from '../base-encodings.ts';
import { DnsFormatError } from '../dns-format-error.ts';

const RSAMD5 = 1;

/**
 * The key tag (RFC 4034 appendix B) of a DNSKEY, CDNSKEY or KEY record, from its fields: flags, protocol, algorithm,
 * public key. DS and RRSIG name their key by it.
 * @throws DnsFormatError when the fields are not those of a key.
 */
export function keyTag(fields: readonly string[]): number {
  const [flags = NaN, protocol = NaN, algorithm = NaN] = fields.slice(0, 3).map(Number);
  const key = fields[3] === undefined ? null : fromBase64(fields[3]);
  if (key === null || !Number.isInteger(flags + protocol + algorithm)) {
    throw new DnsFormatError('not the fields of a key');
  }
  if (algorithm === RSAMD5) return key.length < 3 ? 0 : ((key.at(-3) ?? 0) << 8) | (key.at(-2) ?? 0);
  let sum = flags + ((protocol << 8) | algorithm);
  key.forEach((octet, index) => {
    sum += index % 2 === 0 ? octet << 8 : octet;
  });
  return (sum + (sum >>> 16)) & 0xffff;
}
