import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import packet, { type Answer, type Packet } from 'dns-packet';

/** One scenario of the RFC 7208 test suite. */
export interface Scenario {
  readonly description: string;
  readonly tests: Readonly<
    Record<
      string,
      { readonly helo: string; readonly host: string; readonly mailfrom: string; readonly result: string | string[] }
    >
  >;
  readonly zonedata: Readonly<Record<string, readonly ('TIMEOUT' | Readonly<Record<string, unknown>>)[]>>;
}
type Entry = Scenario['zonedata'][string][number];

export interface ScenarioServer {
  readonly host: string;
  readonly port: number;
  /** Answers from these zones from now on. */
  serve(zonedata: Scenario['zonedata']): void;
  stop(): Promise<void>;
}

/** A UDP name server for the zones of one scenario, which may deliberately not answer a question. */
export async function startScenarioServer(host = '127.0.0.1', port = 0): Promise<ScenarioServer> {
  let zone: ReadonlyMap<string, readonly Entry[]> = new Map();
  const socket = createSocket('udp4');
  socket.on('message', (bytes, client) => {
    const answer = answerTo(packet.decode(bytes), zone);
    if (answer !== null) socket.send(packet.encode(answer), client.port, client.address);
  });
  socket.bind(port, host);
  await once(socket, 'listening');
  return {
    host,
    port: socket.address().port,
    serve(zonedata) {
      zone = new Map(Object.entries(zonedata).map(([name, entries]) => [name.toLowerCase(), entries]));
    },
    async stop() {
      const closed = once(socket, 'close');
      socket.close();
      await closed;
    },
  };
}

function answerTo({ id, questions = [] }: Packet, zone: ReadonlyMap<string, readonly Entry[]>): Packet | null {
  const [question] = questions;
  if (question === undefined) return null;
  const { name, type } = question;
  const reply = (answers: Answer[], rcode = 0): Packet => ({
    ...{ id: id ?? 0, type: 'response', questions, answers },
    flags: packet.AUTHORITATIVE_ANSWER | packet.RECURSION_DESIRED | packet.RECURSION_AVAILABLE | rcode,
  });
  // Clients use this question to check that a resolver works at all.
  if (name === '' || name === '.') return reply([{ name: '.', type: 'NS', ttl: 300, data: 'ns.example' }]);
  const entries = zone.get(name.toLowerCase());
  if (entries === undefined) return reply([], 3);
  const own = recordsOf(name, entries, type);
  const silent = (entry: Entry) =>
    entry === 'TIMEOUT' || entry[type] === 'TIMEOUT' || (type === 'TXT' && entry['SPF'] === 'TIMEOUT');
  if (own.length === 0 && entries.some(silent)) return null;
  const [alias] = recordsOf(name, entries, 'CNAME');
  if (alias === undefined || !('data' in alias)) return reply(own);
  const target = String(alias.data);
  return reply([alias, ...recordsOf(target, zone.get(target.toLowerCase()) ?? [], type)]);
}

/** The suite's SPF records are TXT records, unless the name has its own. */
function recordsOf(name: string, entries: readonly Entry[], wanted: string): Answer[] {
  const hasText = entries.some((entry) => entry !== 'TIMEOUT' && 'TXT' in entry);
  return entries.flatMap((entry) => {
    if (entry === 'TIMEOUT') return [];
    return Object.entries(entry).flatMap(([type, value]): Answer[] => {
      if (value === 'NONE' || value === 'TIMEOUT' || (type === 'SPF' && hasText)) return [];
      const mnemonic = type === 'SPF' ? 'TXT' : type;
      return mnemonic === wanted ? [{ name, type: mnemonic, ttl: 300, data: dataOf(mnemonic, value) } as Answer] : [];
    });
  });
}

function dataOf(type: string, value: unknown): unknown {
  if (type === 'TXT') return (Array.isArray(value) ? value : [value]).map((text) => Buffer.from(String(text)));
  if (type !== 'MX') return String(value);
  const [preference, exchange] = value as [number, string];
  return { preference, exchange: exchange === '' ? '.' : exchange };
}
