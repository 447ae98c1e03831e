import { readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Evidence } from '@sonde/contract';
import { timingOf } from '@sonde/contract/timing/timing';
import { timingLines } from '@sonde/contract/timing/timing-lines';
import { runCommand, sslscan } from '@sonde/lab';
import { createTargetLimits, defaultLimitSettings, recording, recordingLimits } from '@sonde/probes';
import { noData } from '@sonde/probes/testing/no-data';
import { createSslProbe } from '@sonde/probes/tools/ssl/probe';
import { describeAsked } from './asked.ts';
import { distantNet } from './distant-net.ts';
import { openLabNet } from './lab-net.ts';

/** What a contender found: the number of suites by version, and the number of groups in all. */
export interface Found {
  readonly suites: Readonly<Record<string, number>>;
  readonly groups: number | null;
  /** Null if the contender does not report it. */
  readonly connections: number | null;
  /** Milliseconds until the certificate was known; null if the contender does not report it. */
  readonly certificateMs: number | null;
  /** How many questions the end waited for, one after another; null if the contender does not report it. */
  readonly inRow: number | null;
  /** Where the time went, as lines; null if the contender does not report it. */
  readonly timing: readonly string[] | null;
}

export interface Contender {
  readonly name: string;
  check(target: CheckTarget): Promise<Found>;
}

export interface CheckTarget {
  readonly host: string;
  readonly port: number;
  /** Round trip time to the server, as the lab delays it. */
  readonly roundTripMs: number;
}

const TIMEOUT_MS = 300_000;
/** Of each connection is kept what it asks. */
const HELLO_BYTES = 4096;

/**
 * The complete check as an app runs it, from the name to the last finding. Each check has its own limits: the rounds of a
 * benchmark make more connections to one address than many visitors may.
 */
export function sonde(caFile: string): Contender & { close(): void } {
  const net = openLabNet(caFile);
  const probe = createSslProbe();
  return {
    name: 'sonde',
    close: () => net.close(),
    async check({ port, roundTripMs }) {
      const through = roundTripMs === 0 ? net : distantNet(net, roundTripMs);
      const { net: recorded, finish } = recording(through, { ...recordingLimits, exchangeBytes: HELLO_BYTES });
      const startMs = performance.now();
      let certificateMs: number | null = null;
      const report = ({ stage }: { readonly stage: string }) => {
        if (stage === 'certificate') certificateMs ??= performance.now() - startMs;
      };
      const limits = createTargetLimits(defaultLimitSettings);
      const context = { net: recorded, data: noData, limits, signal: AbortSignal.timeout(30_000), report };
      const { data, gaps } = await probe(
        { domain: `127.0.0.1:${port}`, deep: false, revocation: false, starttls: null, address: null },
        context,
      );
      const measuredMs = performance.now() - startMs;
      // One server of the lab requires a group in which its certificate cannot be read. Two require a certificate of the client and
      // hang up without one: whether that is the answer to a premaster secret cannot be told.
      const untold = ['certificate', ...(data.clientAuth === 'required' ? ['ROBOT'] : [])];
      const missed = gaps.filter(({ part }) => !untold.includes(part));
      if (missed.length > 0) throw new Error(`sonde has gaps: ${JSON.stringify(missed)} ${data.partialReason}`);
      const suites = Object.entries(data.ciphersByProtocol).map(([version, names]) => [version, names?.length ?? 0]);
      return {
        suites: Object.fromEntries(suites),
        groups: data.groups.length,
        connections: data.connections,
        certificateMs,
        ...whatTook(finish(), measuredMs),
      };
    },
  };
}

/** Where the time went, and what each connection asked. */
function whatTook(evidence: Evidence, measuredMs: number): Pick<Found, 'inRow' | 'timing'> {
  const timing = timingOf({ queuedMs: null, measuredMs, writtenMs: null, evidence });
  const asked = new Map(
    evidence.exchanges.map(({ number, pieces }) => {
      const octets = pieces.find(({ direction }) => direction === 'out')?.octets;
      return [number, describeAsked(octets === undefined ? null : Buffer.from(octets, 'base64'))];
    }),
  );
  return {
    inRow: timing.exchanges.filter(({ isCritical }) => isCritical).length,
    timing: timingLines(timing, ({ number }) => asked.get(number) ?? ''),
  };
}

export const sslscanAlone: Contender = {
  name: 'sslscan',
  async check(target) {
    const { suites, groups } = await sslscan(target, TIMEOUT_MS);
    const counts = Object.entries(suites).map(([version, ids]) => [version, ids.length]);
    return {
      suites: Object.fromEntries(counts),
      groups: groups.length,
      connections: null,
      certificateMs: null,
      inRow: null,
      timing: null,
    };
  },
};

/** Protocols and suites only, which is part of what the others check. */
export const testsslAlone: Contender = {
  name: 'testssl.sh -p -E',
  async check({ port }) {
    const file = join(tmpdir(), `testssl-${process.pid}-${port}.json`);
    const args = ['-p', '-E', '--quiet', '--color', '0', '--warnings', 'off', '--jsonfile', file, `127.0.0.1:${port}`];
    await runCommand('testssl', args, undefined, TIMEOUT_MS).catch(() => {
      // Its exit code is the number of findings, which are in the file.
    });
    const rows: readonly { readonly id: string }[] = JSON.parse(await readFile(file, 'utf8'));
    await rm(file);
    return {
      suites: countSuites(rows.map(({ id }) => id)),
      groups: null,
      connections: null,
      certificateMs: null,
      inRow: null,
      timing: null,
    };
  },
};

/** Its rows are named `cipher-tls1_2_xc02f`. */
function countSuites(ids: readonly string[]): Record<string, number> {
  const versions: Readonly<Record<string, string>> = {
    ssl2: 'SSLv2',
    ssl3: 'SSLv3',
    tls1: 'TLSv1',
    tls1_1: 'TLSv1.1',
    tls1_2: 'TLSv1.2',
    tls1_3: 'TLSv1.3',
  };
  const found: Record<string, number> = {};
  for (const id of ids) {
    const version = versions[/^cipher-(\w+?)_x[0-9a-f]+$/.exec(id)?.[1] ?? ''];
    if (version !== undefined) found[version] = (found[version] ?? 0) + 1;
  }
  return found;
}
