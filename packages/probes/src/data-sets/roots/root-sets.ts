import type { X509Certificate } from 'node:crypto';
import { X509FormatError } from '@sonde/contract/x509/x509-format-error';
import { type DataSlot, type LocalData, UpdateRefused } from '../../data/data.ts';
import { bundledAnchors, bundledHints } from '../../data/roots/bundled-roots.ts';
import { type RootAnchors, type RootHints, readAnchors, readHints } from '../../data/roots/roots.ts';
import type { DataSet } from '../data-set.ts';
import { type CompiledText, type StoredSet, storedSet } from '../stored-set.ts';
import { icannAuthority } from './icann-authority.ts';
import { verifyDetached } from './signed-data.ts';

/** There are thirteen, and at most one has changed its addresses at a time. */
const LEAST_SERVERS = 10;
const LEAST_SHARE = 0.7;
const MAX_BYTES = 256 * 1024;

/** The addresses of the root servers, as InterNIC publishes them. They rarely change, and old ones work for years. */
export const rootHintsSet: DataSlot<StoredSet<RootHints>> = storedSet<RootHints>({
  facts: {
    id: 'root-hints',
    name: 'Root servers',
    publisher: 'InterNIC',
    source: 'https://www.internic.net/domain/',
    licence: 'public registry',
    // Of the date of the file, which is that of the last change.
    oldAfterDays: 5 * 365,
    expiredAfterDays: null,
    everyDays: 30,
  },
  files: ['named.root'],
  filesOf: (source) => [source],
  maxBytes: MAX_BYTES,
  accept: 'text/plain',
  bundled: { date: new Date(bundledHints.date).toISOString(), text: bundledHints.text },
  compile: ([file = Buffer.alloc(0)]) => compileHints(file.toString('latin1')),
  parse: ({ date, text }) => required(readHints(text, `InterNIC named.root of ${date.slice(0, 10)}`)),
  whyImplausible(before, after) {
    if (after.servers.length < LEAST_SERVERS) return `It has ${after.servers.length} servers.`;
    const known = new Set(before.servers.flatMap(({ addresses }) => addresses));
    const same = after.servers.flatMap(({ addresses }) => addresses).filter((address) => known.has(address)).length;
    return same >= LEAST_SHARE * known.size ? null : `Of ${known.size} addresses, it has ${same}.`;
  },
  summary: ({ servers }) => `${servers.length} servers`,
});

function compileHints(text: string): CompiledText {
  const [, version] = /^;\s*related version of root zone:\s*(20\d{8})\s*$/m.exec(text) ?? [];
  const date = version === undefined ? Number.NaN : Date.parse(version.replace(/(....)(..)(..)../, '$1-$2-$3'));
  if (Number.isNaN(date)) throw new UpdateRefused('named.root does not say of which day it is.');
  const lines = text.split('\n').filter((line) => !line.startsWith(';') && line.trim() !== '');
  if (readHints(lines.join('\n'), '') === null) throw new UpdateRefused('named.root is no hints file.');
  return { date: new Date(date).toISOString(), text: lines.join('\n') };
}

/** The trusted keys of the root, as IANA publishes and signs them (RFC 9718). */
export function createRootAnchorsSet(
  authority: X509Certificate = icannAuthority,
  now = Date.now,
): DataSlot<StoredSet<RootAnchors>> {
  return storedSet<RootAnchors>({
    facts: {
      id: 'root-anchors',
      name: 'Keys of the DNS root',
      publisher: 'IANA',
      source: 'https://data.iana.org/root-anchors/',
      licence: 'public registry',
      oldAfterDays: 5 * 365,
      expiredAfterDays: null,
      everyDays: 7,
    },
    files: ['root-anchors.xml', 'root-anchors.p7s'],
    filesOf: (source) => [source, source.replace(/\.xml(?=$|\?)/, '.p7s')],
    maxBytes: MAX_BYTES,
    accept: '*/*',
    bundled: { date: new Date(bundledAnchors.date).toISOString(), text: bundledAnchors.text },
    compile: ([file = Buffer.alloc(0), signature = Buffer.alloc(0)]) =>
      compileAnchors(file, signature, authority, new Date(now())),
    parse: ({ date, text }) => required(readAnchors(text, `IANA root-anchors.xml of ${date.slice(0, 10)}`)),
    whyImplausible: () => null,
    summary: ({ ds }) => `keys ${ds.map(({ keyTag }) => keyTag).join(', ')}`,
  });
}

export const rootAnchorsSet = createRootAnchorsSet();

/** Files of the operator are the operator's to renew; they have no date that is known. */
export function rootDataSets(data: LocalData): DataSet[] {
  return (
    [
      ['hints', rootHintsSet],
      ['anchors', rootAnchorsSet],
    ] as const
  ).map(([part, slot]) => {
    const set = data.of<DataSet>(slot);
    if (!data.ownRoots.has(part)) return set;
    return {
      facts: { ...set.facts, everyDays: null },
      copy: async () => ({ date: null, origin: 'operator' }),
      renew: null,
    };
  });
}

function compileAnchors(file: Buffer, signature: Buffer, authority: X509Certificate, at: Date): CompiledText {
  const signedAt = signingTime(file, signature, authority, at);
  const keys = [...file.toString().matchAll(/<KeyDigest\b([^>]*)>([\s\S]*?)<\/KeyDigest>/g)];
  const lines = keys.flatMap(([, attributes = '', content = '']) => {
    const timeOf = (name: string) => Date.parse(new RegExp(`\\b${name}="([^"]*)"`).exec(attributes)?.[1] ?? '');
    // RFC 9718 section 2.1.2: a key without an end is valid until further notice.
    const isValid = timeOf('validFrom') <= at.getTime() && !(timeOf('validUntil') <= at.getTime());
    const field = (name: string) => new RegExp(`<${name}>\\s*([\\dA-Fa-f]+)\\s*</${name}>`).exec(content)?.[1] ?? '';
    const rdata = ['KeyTag', 'Algorithm', 'DigestType', 'Digest'].map(field);
    return isValid ? [`. IN DS ${rdata.join(' ')}`] : [];
  });
  const text = lines.join('\n');
  if (readAnchors(text, '') === null) throw new UpdateRefused('root-anchors.xml has no valid keys of the root.');
  return { date: signedAt.toISOString(), text };
}

function signingTime(file: Buffer, signature: Buffer, authority: X509Certificate, at: Date): Date {
  try {
    const { signedAt } = verifyDetached(file, signature, authority, at);
    if (signedAt === null) throw new X509FormatError('the signature has no time');
    return signedAt;
  } catch (cause) {
    if (!(cause instanceof X509FormatError)) throw cause;
    throw new UpdateRefused(`The signature of root-anchors.xml is not valid: ${cause.message}.`, { cause });
  }
}

function required<Value>(value: Value | null): Value {
  if (value === null) throw new Error('The data of the root cannot be read.');
  return value;
}
