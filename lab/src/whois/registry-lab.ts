import { type MaliciousWebServer, reply, startMaliciousWebServer, type WebReply } from '../web/malicious-web-server.ts';
import { numberRecord } from './number-records.ts';
import * as records from './records.ts';
import { startWhoisServer, type WhoisBehaviour, type WhoisServer, whoisBehaviours } from './whois-server.ts';

/** Registries on loopback: a root server, a registry, a registrar, an RDAP server, and IANA's bootstrap files for it. */
export interface RegistryLab {
  /** `ip:port` of the root WHOIS server. */
  readonly whois: string;
  /** Base URL of the RDAP bootstrap files. */
  readonly bootstrap: string;
  /** `ip:port` of every server, including those reached by referral. */
  readonly endpoints: readonly string[];
  /** The queries that each server received; RDAP requests as paths. */
  readonly heard: Readonly<Record<'root' | 'registry' | 'registrar' | 'rdap', readonly string[]>>;
  /** When each WHOIS query reached the registry, by `performance.now()`. */
  readonly registryAskedAtMs: readonly number[];
  stop(): Promise<void>;
}

interface RegistryOptions {
  /** Whether the registry has a DS record for a name; default: for every name. In WHOIS only. */
  readonly isSigned?: (name: string) => boolean;
  /** Whether a name that would have an ordinary record is registered; default: every name. In WHOIS only. */
  readonly isRegistered?: (name: string) => boolean;
}

/**
 * The end of a name decides the protocol: `.test` has WHOIS, `.rdap` only RDAP, `.both` both, `.web` neither. Its
 * beginning decides the reply: `free` and `gone` are not registered, `limited` exceeds a limit, `throttled` exceeds one in RDAP,
 * `markup` is full of HTML, `silent` gets no reply, `undated` has no expiry date, `broken` gets an invalid reply, `kept` is
 * reserved, `puzzling` gets a text that says nothing; some have particular states in RDAP, see `rdapParticulars`; all others
 * are ordinary records. 192.0.2.0/24, 8.8.8.0/24, AS15169, AS64496
 * and AS64497 are assigned, in WHOIS.
 */
export async function startRegistryLab({
  isSigned = () => true,
  isRegistered = () => true,
}: RegistryOptions = {}): Promise<RegistryLab> {
  const registrar = await startWhoisServer((socket, name) => answer(records.registrarRecord(name))(socket, name));
  const record = (name: string) =>
    isRegistered(name)
      ? records.thinRecord(name, `127.0.0.1:${registrar.port}`, isSigned(name))
      : records.noMatch(name);
  const registry = await startWhoisServer((socket, name) => registryBehaviour(name, record)(socket, name));
  const root = await startWhoisServer((socket, name) => rootBehaviour(name, registry.port)(socket, name));
  const rdap: MaliciousWebServer = await startMaliciousWebServer((socket, { target }) => {
    const found = rdapReply(target, rdap.port);
    if (found !== null) reply(socket, found);
  });
  const servers: readonly (WhoisServer | MaliciousWebServer)[] = [registrar, registry, root, rdap];
  return {
    whois: `127.0.0.1:${root.port}`,
    bootstrap: `http://127.0.0.1:${rdap.port}/bootstrap/`,
    endpoints: servers.map(({ port }) => `127.0.0.1:${port}`),
    heard: {
      root: root.questions,
      registry: registry.questions,
      registrar: registrar.questions,
      get rdap() {
        return rdap.requests.map(({ target }) => target);
      },
    },
    registryAskedAtMs: registry.askedAtMs,
    stop: async () => {
      await Promise.all(servers.map((server) => server.stop()));
    },
  };
}

const { answer } = whoisBehaviours;

function rootBehaviour(name: string, registryPort: number): WhoisBehaviour {
  if (numberRecord(name) !== null) return answer(records.referral(name, `127.0.0.1:${registryPort}`));
  const suffix = name.slice(name.lastIndexOf('.') + 1);
  if (suffix === 'test' || suffix === 'both') return answer(records.referral(suffix, `127.0.0.1:${registryPort}`));
  if (suffix === 'web' || suffix === 'rdap') return answer(records.noServer(suffix));
  return answer('% This query returned 0 objects.\n');
}

function registryBehaviour(name: string, ordinary: (name: string) => string): WhoisBehaviour {
  const record = numberRecord(name);
  if (record !== null) return answer(record);
  switch (kindOf(name)) {
    case 'free':
    case 'gone':
      return answer(records.noMatch(name));
    case 'limited':
      return answer(records.rateLimit);
    case 'markup':
      return answer(records.markupRecord(name));
    case 'undated':
      return answer(records.denicRecord(name));
    case 'silent':
      return whoisBehaviours.silent();
    case 'puzzling':
      return answer(records.puzzle);
    case 'kept':
      return answer(records.reservedName);
    case 'broken':
      return whoisBehaviours.reset();
    default:
      return answer(ordinary(name));
  }
}

function kindOf(name: string): string {
  return /^[a-z]+/.exec(name)?.[0] ?? '';
}

/** Null for a request that is never answered. */
function rdapReply(target: string, port: number): WebReply | null {
  const headers = { 'Content-Type': 'application/rdap+json' };
  if (target.startsWith('/bootstrap/')) return bootstrapReply(target, port);
  const name = /^\/rdap\/domain\/([a-z0-9.-]+)$/.exec(target)?.[1];
  if (name === undefined) return { status: 404, body: '{}' };
  switch (kindOf(name)) {
    case 'free':
    case 'gone':
      return { status: 404, headers, body: JSON.stringify({ errorCode: 404, title: 'Not Found' }) };
    case 'limited':
    case 'throttled':
      return { status: 429, headers: { 'Retry-After': '60' }, body: '' };
    case 'broken':
      return { headers, body: '{"objectClassName": "domain", ' };
    case 'silent':
      return null;
    default:
      return { headers, body: JSON.stringify(records.rdapDomain(name, records.rdapParticulars[kindOf(name)]?.())) };
  }
}

function bootstrapReply(target: string, port: number): WebReply {
  const services = target === '/bootstrap/dns.json' ? [[['rdap', 'both'], [`http://127.0.0.1:${port}/rdap/`]]] : [];
  if (services.length === 0) return { status: 404 };
  const body = JSON.stringify({ version: '1.0', publication: '2026-11-20T10:00:00Z', services });
  return { headers: { 'Content-Type': 'application/json', ETag: '"lab"' }, body };
}
