import { join } from 'node:path';
import { resultWithin } from '../../async/deadline.ts';
import { type Net, NetFailure } from '../../net/net.ts';
import { findServer } from '../../protocols/rdap/bootstrap.ts';
import type { Subject } from '../../protocols/whois-text/questions.ts';
import { type RdapServer, type Registries, UpdateRefused } from '../data.ts';
import type { DataSettings } from '../settings.ts';
import { type BootstrapSource, createBootstrapSource } from './bootstrap-source.ts';
import { type BootstrapFile, largestRegistries, unlistedRegistries } from './known-servers.ts';

type Settings = Pick<DataSettings, 'whoisServer' | 'rdapBootstrapUrl' | 'dataFolder'>;

const files = ['dns', 'ipv4', 'ipv6', 'asn'] as const satisfies readonly BootstrapFile[];
/** Milliseconds that the first lookup waits for IANA's files; WHOIS is queried meanwhile. */
const FIRST_FETCH_MS = 1000;

/** `close` aborts running fetches. */
export function createRegistries(
  { whoisServer, rdapBootstrapUrl, dataFolder }: Settings,
  { fetch }: Pick<Net, 'fetch'>,
  now = Date.now,
): Registries & { close(): void } {
  const closing = new AbortController();
  const options = { baseUrl: rdapBootstrapUrl, folder: join(dataFolder, 'rdap'), fetch, signal: closing.signal, now };
  const sources = new Map<BootstrapFile, BootstrapSource>();
  const sourceOf = (file: BootstrapFile): BootstrapSource => {
    const source = sources.get(file) ?? createBootstrapSource(file, options);
    sources.set(file, source);
    return source;
  };

  return {
    whoisStart: { ...whoisServer, isOperators: true },
    findRdapServer: async (subject, signal) => {
      const file = fileOf(subject);
      const source = sourceOf(file);
      let { bootstrap, isComing } = await source.current();
      if (bootstrap === null && isComing) {
        await resultWithin(source.arrival(), FIRST_FETCH_MS);
        ({ bootstrap, isComing } = await source.current());
      }
      signal.throwIfAborted();
      const listed = findServer(bootstrap ?? largestRegistries[file], subject);
      return listed === null ? unlistedServer(subject) : { url: listed, isListed: true };
    },
    published: () => sourceOf('dns').known(),
    async renew(given, signal) {
      const named = new Map(given.map((source) => [fileNamedIn(source), source]));
      if (named.has(null)) throw new UpdateRefused(`The files are ${files.map((file) => `${file}.json`).join(', ')}.`);
      let isNew = false;
      for (const file of given.length === 0 ? files : files.filter((one) => named.has(one)))
        isNew = (await sourceOf(file).replace(named.get(file) ?? null, signal)) || isNew;
      return isNew;
    },
    state: () => files.map((file) => ({ file, published: sources.get(file)?.published() ?? null })),
    close: () => closing.abort(new NetFailure('unreachable', 'the registries are closed')),
  };
}

/** A path or URL such as `…/dns.json?key=…`. */
function fileNamedIn(source: string): BootstrapFile | null {
  const [, name] = /(?:^|[\\/])(\w+)\.json(?:[?#].*)?$/.exec(source) ?? [];
  return files.find((file) => file === name) ?? null;
}

function unlistedServer(subject: Subject): RdapServer | null {
  const url = subject.kind === 'domain' ? findServer(unlistedRegistries, subject) : null;
  return url === null ? null : { url, isListed: false };
}

function fileOf(subject: Subject): BootstrapFile {
  if (subject.kind === 'domain') return 'dns';
  if (subject.kind === 'autnum') return 'asn';
  return subject.address.includes(':') ? 'ipv6' : 'ipv4';
}
