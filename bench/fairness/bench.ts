import { createServer } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import {
  type MaliciousNameServer,
  spfBomb,
  startMaliciousNameServer,
  startTlsLab,
  startWhoisServer,
  whoisBehaviours,
  whoisRecords,
} from '@sonde/lab';
import { sized } from '../effort.ts';
import { type BenchReport, rounded } from '../report.ts';
import { atMost } from '../service/part.ts';
import { type ServedSonde, serveSonde } from '../service/processes.ts';
import { type ServedZones, serveZones } from './name-servers.ts';
import { answering } from './names.ts';

/** As many lookups at once as the server allows a client. */
const AT_ONCE = 4;
const STRANGERS = sized(12, { smoke: 3 });
const STRANGERS_AT_ONCE = 3;
const HEAD_START_MS = sized(2_000, { smoke: 50 });
const GREEDY = sized([0, 1, 10], { smoke: [1] });
const MOST_RATIO = 2;
/** Shorter times count as this, as in the bench of attacks: a visitor does not notice 5 ms or 10 ms. */
const LEAST_MS = 50;
/** How long a refusal counts. */
const REFUSED_MS = 30_000;

interface Errand {
  readonly tool: string;
  /** What a stranger asks. */
  stranger(number: number): string;
  /** What a greedy client asks, always for the same target or through the same resolver. */
  greedy(number: number): string;
}

const call = (name: string, query: Readonly<Record<string, string | number>>) =>
  `/api/v2/${name}?${Object.entries(query)
    .map(([key, value]) => `${key}=${encodeURIComponent(value)}`)
    .join('&')}`;

/** The servers that are measured, all on this machine. */
interface Servers {
  readonly tlsPort: number;
  readonly silentPort: number;
  readonly whoisPort: number;
  readonly zones: ServedZones;
}

/** The types that a lookup of many records asks for, in turn: no two lookups are equal. */
const typesOf = (number: number) =>
  ['AAAA', 'MX', 'TXT', 'NS', 'SOA', 'CAA'].slice(number % 5, (number % 5) + 2).join(',');

const errandsFor = ({ tlsPort, silentPort, zones }: Servers): readonly Errand[] => [
  {
    tool: 'dns',
    stranger: (number) => call('dnsRecords', { domain: `s${number}.example` }),
    greedy: (number) => call('dnsRecords', { domain: `g${number}.victim.example` }),
  },
  {
    tool: 'dns, same target',
    stranger: (number) => call('dnsRecords', { domain: 'target.example', type: `A,${typesOf(number)}` }),
    greedy: (number) =>
      call('dnsRecords', { domain: 'target.example', server: `127.0.0.3:${1024 + (number % 60_000)}` }),
  },
  {
    tool: 'mail',
    stranger: (number) => call('mail', { domain: `s${number}.example`, smtp: 'false' }),
    greedy: (number) => call('mail', { domain: 'evil.example', smtp: 'false', selectors: `g${number}` }),
  },
  {
    tool: 'ping',
    stranger: (number) => call('ping', { host: '127.0.0.9', count: 1 + (number % 2), interval: 1 + (number % 3) }),
    greedy: (number) => call('ping', { host: '127.0.0.9', count: 7 + (number % 4), interval: 5 }),
  },
  {
    tool: 'traceroute',
    stranger: (number) =>
      call('traceroute', {
        host: '127.0.0.9',
        rounds: 1 + (number % 3),
        method: ['icmp', 'udp', 'tcp'][Math.floor(number / 3) % 3] ?? 'icmp',
      }),
    greedy: (number) => call('traceroute', { host: '127.0.0.9', rounds: 97 + (number % 4) }),
  },
  {
    tool: 'ssl',
    // Each a name of its own at the same address, so that no answer is cached.
    stranger: (number) => call('sslInfo', { domain: `s${number}.example:${tlsPort}` }),
    greedy: (number) =>
      call('sslInfo', {
        domain: `localhost.example:${silentPort}`,
        starttls: ['imap', 'pop3', 'ftp', 'xmpp'][number % 4] ?? '',
      }),
  },
  {
    tool: 'subdomain',
    // The servers of the victim's zone are silent, so that searches below it last.
    stranger: (number) => call('subdomainFinder', { domain: `s${number}.example` }),
    greedy: (number) => call('subdomainFinder', { domain: `g${number}.victim.example` }),
  },
  {
    tool: 'delegation',
    // All through the same name servers.
    stranger: (number) => call('delegation', { domain: zones.zone(number) }),
    greedy: (number) => call('delegation', { domain: `g${number}.good.test` }),
  },
  {
    tool: 'whois',
    // All through the same registry, whose server answers nothing about the names of the greedy client.
    stranger: (number) => call('whois', { ipOrDomain: `s${number}.test` }),
    greedy: (number) => call('whois', { ipOrDomain: `greedy${number}.test` }),
  },
  {
    tool: 'geo',
    stranger: (number) => call('geoIP', { ipOrDomain: `s${number}.example` }),
    greedy: (number) => call('geoIP', { ipOrDomain: `g${number}.victim.example` }),
  },
  {
    tool: 'mac',
    stranger: (number) => call('macInfo', { mac: addressOf(number) }),
    greedy: (number) => call('macInfo', { mac: addressOf(number) }),
  },
];

const addressOf = (number: number) =>
  `00:00:0c:${[16, 8, 0].map((shift) => ((number >> shift) & 0xff).toString(16).padStart(2, '0')).join(':')}`;

interface Visit {
  readonly ms: number;
  readonly status: number;
}

interface Times {
  readonly p50Ms: number;
  readonly p95Ms: number;
  readonly refused: number;
}

interface Round extends Times {
  readonly tool: string;
  readonly greedy: number;
}

/** Strangers beside no greedy client, one and ten, each with all of its allowance. */
export async function run(): Promise<BenchReport> {
  const names = await startMaliciousNameServer(answering(spfBomb('a', 'silent')));
  const silent = createServer(() => {}).listen(0, '127.0.0.1');
  const tls = await startTlsLab();
  const zones = await serveZones();
  const registry = await startWhoisServer((socket, name) => {
    if (!name.startsWith('greedy')) whoisBehaviours.answer(whoisRecords.denicRecord(name))(socket, name);
  });
  try {
    const [server] = Object.values(await tls.serve(['rsa']));
    const address = silent.address();
    const silentPort = typeof address === 'object' && address !== null ? address.port : 0;
    const servers = { tlsPort: server?.port ?? 0, silentPort, whoisPort: registry.port, zones };
    return await measure(names, servers);
  } finally {
    silent.close();
    await Promise.all([names.stop(), tls.stop(), registry.stop(), zones.stop()]);
  }
}

async function measure(names: MaliciousNameServer, servers: Servers): Promise<BenchReport> {
  const rounds: Round[] = [];
  const errands = errandsFor(servers);
  for (const errand of sized(errands, { smoke: errands.slice(0, 1) })) {
    for (const greedy of GREEDY)
      rounds.push({ tool: errand.tool, greedy, ...(await phase(names, servers, errand, greedy)) });
  }
  const quiet = (tool: string) => rounds.find((one) => one.tool === tool && one.greedy === 0)?.p95Ms ?? 0;
  const ratio = ({ tool, p95Ms }: Round) => rounded(p95Ms / Math.max(LEAST_MS, quiet(tool)));
  const one = rounds.filter(({ greedy }) => greedy === 1);
  return {
    conditions: { strangers: STRANGERS, atOnce: AT_ONCE, leastMs: LEAST_MS, refusedCountsAsMs: REFUSED_MS },
    targets: one.flatMap((round) => [
      atMost(`${round.tool}: p95 beside one greedy client / without`, ratio(round), MOST_RATIO),
      atMost(`${round.tool}: strangers refused beside one greedy client`, round.refused, 0),
    ]),
    lines: rounds.map(
      (round) =>
        `${round.tool.padEnd(18)} ${String(round.greedy).padStart(2)} greedy   p50 ${Math.round(round.p50Ms)} ms   p95 ${Math.round(round.p95Ms)} ms   ratio ${ratio(round)}   ${round.refused} of ${STRANGERS} refused`,
    ),
    rounds,
  };
}

/** A server of its own for each phase: nothing is cached from the one before. */
async function phase(
  names: MaliciousNameServer,
  { whoisPort, zones }: Servers,
  errand: Errand,
  greedy: number,
): Promise<Times> {
  const sonde = await serveSonde(names.address, {
    SONDE_ALLOW_NETWORKS: '127.0.0.0/8',
    SONDE_ALLOW_PORTS: '1024-65535',
    SONDE_CT_URLS: '',
    SONDE_WHOIS_SERVER: `127.0.0.1:${whoisPort}`,
    SONDE_UPDATE: 'off',
    SONDE_ROOT_HINTS: zones.hintsFile,
    SONDE_ROOT_ANCHORS: zones.anchorsFile,
    // All strangers check one address here, and alone would use up what may be opened to it.
    SONDE_TLS_BUDGET: 'off',
    SONDE_TRUST_PROXY: '127.0.0.1',
    SONDE_RATE_LIMIT: '60/60s',
  });
  const end = new AbortController();
  const clients = Array.from({ length: greedy }, (_, client) =>
    beGreedy(sonde, errand, `203.0.113.${client}`, end.signal),
  );
  try {
    await ask(sonde, errand.stranger(0), '192.0.2.254');
    await wait(HEAD_START_MS);
    const visits: Visit[] = [];
    for (let number = 0; number < STRANGERS; number += STRANGERS_AT_ONCE) {
      const some = Array.from({ length: STRANGERS_AT_ONCE }, (_, index) => number + index);
      visits.push(...(await Promise.all(some.map((one) => ask(sonde, errand.stranger(one), `192.0.2.${one}`)))));
    }
    const times = visits
      .map(({ ms, status }) => (status === 503 || status === 429 ? REFUSED_MS : ms))
      .sort((a, b) => a - b);
    const at = (share: number) => rounded(times[Math.ceil(times.length * share) - 1] ?? REFUSED_MS);
    return {
      p50Ms: at(0.5),
      p95Ms: at(0.95),
      refused: visits.filter(({ status }) => status === 503 || status === 429).length,
    };
  } finally {
    end.abort();
    await Promise.all(clients);
    await sonde.stop();
  }
}

/** Always as many lookups at once as allowed, until the allowance is used up and whenever there is some again. */
async function beGreedy(sonde: ServedSonde, errand: Errand, client: string, signal: AbortSignal): Promise<void> {
  let number = Number(client.split('.').at(-1)) * 1000;
  const place = async () => {
    while (!signal.aborted) {
      number += 1;
      const { status } = await ask(sonde, errand.greedy(number), client, signal);
      if (status !== 200) await wait(200);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, place));
}

async function ask({ address }: ServedSonde, path: string, client: string, signal?: AbortSignal): Promise<Visit> {
  const startedAtMs = performance.now();
  try {
    const response = await fetch(address + path, {
      headers: { 'x-forwarded-for': client },
      ...(signal === undefined ? {} : { signal }),
    });
    await response.arrayBuffer();
    return { ms: performance.now() - startedAtMs, status: response.status };
  } catch {
    return { ms: performance.now() - startedAtMs, status: 0 };
  }
}
