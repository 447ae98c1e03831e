import { DnsFormatError } from '../dns-format-error.ts';
import { type MessageReader, octetsLeft, readOctets, readUint8, readUint16, take } from '../reader.ts';
import { ipv4, ipv6 } from './addresses.ts';
import { columns, type FieldReader } from './form.ts';
import { base64, plainName, uint16 } from './plain-fields.ts';
import { escapeOctets, longString } from './strings.ts';

/** A parameter with a form of its own (RFC 9460 section 14.3.2, RFC 9461); `read` gives the text after the `=`. */
interface Parameter {
  readonly key: string;
  readonly read: FieldReader | null;
}

const parameters: ReadonlyMap<number, Parameter> = new Map([
  [0, { key: 'mandatory', read: list(keyName) }],
  [1, { key: 'alpn', read: (value) => `"${list(protocolId)(value)}"` }],
  [2, { key: 'no-default-alpn', read: null }],
  [3, { key: 'port', read: uint16 }],
  [4, { key: 'ipv4hint', read: list(ipv4) }],
  [5, { key: 'ech', read: base64 }],
  [6, { key: 'ipv6hint', read: list(ipv6) }],
  [7, { key: 'dohpath', read: longString }],
]);

/** SVCB and HTTPS (RFC 9460 section 2). */
export const svcb = columns(['Priority', uint16], ['Target', plainName], ['Parameters', readParameters]);

/**
 * `alpn="h2,h3" port=8443` in wire order, which is the ascending order of the keys; a repeated key is a
 * format error (section 2.2).
 */
function readParameters(rdata: MessageReader): string {
  const texts: string[] = [];
  let lastKey = -1;
  while (octetsLeft(rdata) > 0) {
    const key = readUint16(rdata);
    if (key <= lastKey) throw new DnsFormatError('the SvcParamKeys are not in ascending order');
    lastKey = key;
    texts.push(parameterText(key, take(rdata, readUint16(rdata))));
  }
  return texts.join(' ');
}

function parameterText(key: number, value: MessageReader): string {
  const parameter = parameters.get(key);
  if (parameter === undefined) {
    return octetsLeft(value) === 0 ? `key${key}` : `key${key}=${longString(value)}`;
  }
  const text = parameter.read === null ? parameter.key : `${parameter.key}=${parameter.read(value)}`;
  if (octetsLeft(value) > 0) throw new DnsFormatError('a SvcParamValue with trailing octets');
  return text;
}

/** One or more items, separated by commas. */
function list(read: FieldReader): FieldReader {
  return (value) => {
    const items = [read(value)];
    while (octetsLeft(value) > 0) items.push(read(value));
    return items.join(',');
  };
}

function keyName(value: MessageReader): string {
  const key = readUint16(value);
  return parameters.get(key)?.key ?? `key${key}`;
}

/** An ALPN id: comma and backslash are escaped once for the list and the backslashes again for the string (appendix A.1). */
function protocolId(value: MessageReader): string {
  const length = readUint8(value);
  if (length === 0) throw new DnsFormatError('an empty ALPN id');
  const octets = Array.from(readOctets(value, length), (octet) =>
    octet === 0x2c || octet === 0x5c ? [0x5c, octet] : octet,
  );
  return escapeOctets(Uint8Array.from(octets.flat()));
}
