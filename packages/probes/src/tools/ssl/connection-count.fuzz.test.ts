import { fuzzRuns } from '@sonde/contract/testing/fuzz-runs';
import * as fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { type Budget, budgetLimits, createBudget } from '../../engines/tls/connection/budget.ts';
import type { Scan } from '../../engines/tls/connection/dial.ts';
import { sendFirstHello } from '../../engines/tls/handshake/first-hello.ts';
import type { Connection } from '../../net/net.ts';
import { join } from '../../protocols/octets.ts';
import { octetsLeft, readerOf, readOctets, readUint, readVector } from '../../protocols/tls-records/reader.ts';
import { ascii, uint, vector } from '../../protocols/tls-records/writer.ts';
import { nothingObserved, type Observed } from './observed.ts';
import { runStages } from './run-stages.ts';

/** Possible reactions of a server to one hello. */
const actions = [
  'picks the first suite',
  'picks the last suite',
  'picks the same suite always',
  'picks what was not offered',
  'names no group',
  'names the same group always',
  'names the first group',
  'answers in TLS 1.2',
  'answers in TLS 1.0',
  'handshake_failure',
  'protocol_version',
  'internal_error',
  'no_application_protocol',
  'hangs up',
  'garbage',
] as const;
type Action = (typeof actions)[number];

interface Script {
  /** Reactions in order, the last one repeated: to hellos of TLS 1.3, and to older ones. */
  readonly modern: readonly Action[];
  readonly older: readonly Action[];
  readonly alpn: 'none' | 'first' | 'always h2' | 'unknown';
}

interface Heard {
  readonly version: number;
  readonly suites: readonly number[];
  readonly groups: readonly number[];
  readonly alpn: readonly string[];
  readonly isModern: boolean;
}

/** RFC 8446 section 4.1.2. */
function hear(bytes: Uint8Array): Heard | null {
  if (bytes[0] !== 22) return null;
  const reader = readerOf(bytes.subarray(9));
  const version = readUint(reader, 2);
  readOctets(reader, 32);
  readVector(reader, 1);
  const suites = numbersIn(readVector(reader, 2));
  readVector(reader, 1);
  const found = new Map<number, Uint8Array>();
  const list = readerOf(octetsLeft(reader) > 0 ? readVector(reader, 2) : new Uint8Array());
  while (octetsLeft(list) > 0) found.set(readUint(list, 2), readVector(list, 2));
  const groups = found.get(10);
  const names = readerOf(found.get(16)?.subarray(2) ?? new Uint8Array());
  const alpn: string[] = [];
  while (octetsLeft(names) > 0) alpn.push(Buffer.from(readVector(names, 1)).toString());
  return { version, suites, alpn, groups: groups ? numbersIn(groups.subarray(2)) : [], isModern: found.has(43) };
}

function numbersIn(bytes: Uint8Array): number[] {
  return Array.from(
    { length: bytes.length / 2 },
    (_, place) => (bytes[2 * place] ?? 0) * 256 + (bytes[2 * place + 1] ?? 0),
  );
}

const RETRY = Uint8Array.from(Buffer.from('cf21ad74e59a6111be1d8c021e65b891c2a211167abb8c5e079e09e2c8a8339c', 'hex'));

interface Hello {
  readonly version: number;
  readonly suite: number;
  readonly random?: Uint8Array;
  readonly extensions?: readonly (readonly [number, Uint8Array])[];
}

function record(type: number, payload: Uint8Array): Uint8Array {
  return join(uint(type, 1), uint(0x0303, 2), vector(2, payload));
}

function serverHello({ version, suite, random = new Uint8Array(32).fill(9), extensions = [] }: Hello): Uint8Array {
  const list = extensions.map(([type, body]) => join(uint(type, 2), vector(2, body)));
  const body = join(
    uint(Math.min(version, 0x0303), 2),
    random,
    vector(1),
    uint(suite, 2),
    uint(0, 1),
    vector(2, ...list),
  );
  const done = version < 0x0304 ? Uint8Array.of(14, 0, 0, 0) : new Uint8Array();
  return record(22, join(Uint8Array.of(2), vector(3, body), done));
}

const alert = (description: number) => record(21, Uint8Array.of(2, description));
const MODERN: readonly [number, Uint8Array] = [43, Uint8Array.of(3, 4)];

function answerTo(heard: Heard, action: Action, alpnOf: Script['alpn']): Uint8Array | null {
  const { suites, groups, isModern } = heard;
  const name = { none: null, first: heard.alpn[0] ?? null, 'always h2': 'h2', unknown: 'gopher' }[alpnOf];
  const alpn: (readonly [number, Uint8Array])[] =
    name === null || isModern ? [] : [[16, vector(2, vector(1, ascii(name)))]];
  const version = isModern ? 0x0304 : heard.version;
  const hello = (suite: number, more: readonly (readonly [number, Uint8Array])[] = []) =>
    serverHello({ version, suite, extensions: [...(isModern ? [MODERN] : []), ...alpn, ...more] });
  const retry = (group: number | null) => (isModern ? retryOf(group) : hello(suites[0] ?? 0));
  const retryOf = (group: number | null) =>
    serverHello({
      version,
      suite: suites[0] ?? 0,
      random: RETRY,
      extensions: [MODERN, ...(group === null ? [] : [[51, uint(group, 2)] as const])],
    });
  switch (action) {
    case 'picks the first suite':
      return hello(suites[0] ?? 0);
    case 'picks the last suite':
      return hello(suites.filter((suite) => suite !== 0x00ff).at(-1) ?? 0);
    case 'picks the same suite always':
      return hello(isModern ? 0x1301 : 0xc02f);
    case 'picks what was not offered':
      return hello(0x0a0a);
    case 'names no group':
      return retry(null);
    case 'names the same group always':
      return retry(29);
    case 'names the first group':
      return retry(groups[0] ?? 0);
    case 'answers in TLS 1.2':
      return serverHello({ version: 0x0303, suite: suites[0] ?? 0 });
    case 'answers in TLS 1.0':
      return serverHello({ version: 0x0301, suite: suites[0] ?? 0 });
    case 'handshake_failure':
      return alert(40);
    case 'protocol_version':
      return alert(70);
    case 'internal_error':
      return alert(80);
    case 'no_application_protocol':
      return alert(120);
    case 'hangs up':
      return null;
    case 'garbage':
      return Uint8Array.from({ length: 40 }, () => 0xa5);
  }
}

/** A scan of a scripted server inside this process. */
function scanOf({ modern, older, alpn }: Script, budget: Budget): Scan {
  const counts = { modern: 0, older: 0 };
  const connect = async (): Promise<Connection> => {
    const queue: (Uint8Array | null)[] = [];
    return {
      address: { address: '192.0.2.1', family: 4 } as unknown as Connection['address'],
      async write(bytes) {
        const heard = hear(bytes);
        if (heard === null) return void queue.push(null);
        const [kind, list] = heard.isModern ? (['modern', modern] as const) : (['older', older] as const);
        const action = list[Math.min(counts[kind], list.length - 1)] ?? 'hangs up';
        counts[kind] += 1;
        const answer = answerTo(heard, action, alpn);
        if (answer !== null) queue.push(answer);
      },
      read: async () => queue.shift() ?? null,
      close() {},
    };
  };
  const peer = { address: '192.0.2.1', port: 443, serverName: 'a.test', startTls: null };
  return { peer, budget, connect, roundTripMs: 1, without: [] };
}

/** Number of facts found: suites by version, groups, application protocols. */
function learnt({ versions, groups, alpn }: Observed): number {
  return Object.values(versions).reduce(
    (sum, { suites }) => sum + suites.length,
    groups.length + alpn.protocols.length,
  );
}

/** Measures the server completely, with a clock that runs as fast as possible. */
async function measure(script: Script): Promise<{ readonly observed: Observed; readonly connections: number }> {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const budget = createBudget({ ...budgetLimits, timeMs: 1e9 }, new AbortController().signal);
  const observed = nothingObserved();
  try {
    const scan = scanOf(script, budget);
    let isOver = false;
    const work = (async () => {
      const first = await sendFirstHello(scan).catch(() => null);
      if (first !== null && 'accepted' in first) await runStages(scan, first, observed, () => {});
    })().finally(() => {
      isOver = true;
    });
    while (!isOver) {
      await new Promise((soon) => setImmediate(soon));
      await vi.advanceTimersByTimeAsync(50);
    }
    await work;
  } finally {
    budget.close();
    vi.useRealTimers();
  }
  return { observed, connections: budget.connections };
}

/** Upper bound for offers that reveal nothing: every offer that may be refused, repeated as often as a refusal without alert. */
const WITHOUT_LEARNING = 60;
const PER_FACT = 3;

describe('ends a search at an answer without new information', () => {
  test('a HelloRetryRequest without a group takes some two dozen connections, not 250', async () => {
    const script: Script = {
      modern: ['names the first group', 'names the first group', 'names the first group', 'names no group'],
      older: ['handshake_failure'],
      alpn: 'none',
    };
    const { observed, connections } = await measure(script);
    expect(observed.groups).toHaveLength(1);
    expect(connections).toBeLessThan(40);
  });

  test('limits the number of connections by what was found, whatever a server sends', async () => {
    const list = fc.array(fc.constantFrom(...actions), { minLength: 1, maxLength: 4 });
    const alpn = fc.constantFrom('none', 'first', 'always h2', 'unknown');
    await fc.assert(
      fc.asyncProperty(fc.record({ modern: list, older: list, alpn }), async (script) => {
        const { observed, connections } = await measure(script);
        expect(connections).toBeLessThanOrEqual(WITHOUT_LEARNING + PER_FACT * learnt(observed));
      }),
      { numRuns: fuzzRuns(200) },
    );
    // Of the long set, on a busy machine.
  }, 600_000);
});
