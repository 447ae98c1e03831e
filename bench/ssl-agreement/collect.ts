import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TlsLab } from '@sonde/lab';
import { askSonde, askSslscan, askTestssl, type Target } from './ask.ts';
import { compareFacts, type Disagreement, type Tool } from './disagreements.ts';
import type { Facts } from './facts.ts';
import { compareWithMozilla, type MozillaDifference } from './mozilla.ts';
import { askReferee, type Ruling } from './referee.ts';
import type { ListedServer } from './servers.ts';
import { compareSeverities, type SeverityComparison } from './severities.ts';
import { factsOfSonde } from './sonde-facts.ts';
import { factsOfSslscan } from './sslscan-facts.ts';
import { factsOfTestssl } from './testssl-facts.ts';

/** The compared results of the three tools for one server, and the rulings of a fourth program on the differences. */
export interface ServerRecord {
  readonly server: string;
  readonly kind: string;
  readonly library: string;
  readonly startTls: string | null;
  readonly at: string;
  /** TCP connections made by Sonde. */
  readonly connections: number;
  /** The gaps of Sonde's answer; none may concern a compared fact. */
  readonly gaps: readonly string[];
  /** Facts that at least two tools report, with the same value in all of them. */
  readonly agreed: readonly string[];
  readonly disagreements: readonly Disagreement[];
  /** The severities of testssl.sh and of Sonde for the same subjects; null if testssl.sh could not check the server. */
  readonly severities: SeverityComparison | null;
  /** Violations of Mozilla's profile that no finding of Sonde reports. */
  readonly mozilla: readonly MozillaDifference[];
  readonly rulings: readonly Ruling[];
  /** Why a tool could not check the server at all. */
  readonly failures: Readonly<Partial<Record<Tool, string>>>;
}

export interface LabAt {
  readonly lab: TlsLab;
  readonly resolver: string;
}

/** Starts a server, runs the tools one after another, since some servers handle one client at a time, and compares. */
export async function collect(name: string, listed: ListedServer, { lab, resolver }: LabAt): Promise<ServerRecord> {
  const running = await listed.start(lab);
  const directory = await mkdtemp(join(tmpdir(), 'ssl-agreement-'));
  const { host, port } = running;
  const target: Target = { host, port, startTls: listed.startTls, caFile: lab.caFile, directory };
  try {
    const report = await askSonde(target, resolver);
    const failures: Partial<Record<Tool, string>> = {};
    const orFailure = async (tool: Tool, ask: () => Promise<Facts>): Promise<Facts> => {
      try {
        return await ask();
      } catch (error) {
        failures[tool] = firstLine(error, directory);
        return {};
      }
    };
    let severities: SeverityComparison | null = null;
    const ofTestssl = async () => {
      const rows = await askTestssl(target);
      severities = compareSeverities(report, rows, new Date().toISOString());
      return factsOfTestssl(rows);
    };
    const reports = {
      sonde: factsOfSonde(report),
      sslscan: await orFailure('sslscan', async () => factsOfSslscan(await askSslscan(target))),
      testssl: await orFailure('testssl', ofTestssl),
    };
    const { agreed, disagreements } = compareFacts(reports);
    return {
      server: name,
      kind: listed.kind,
      library: listed.library,
      startTls: listed.startTls,
      at: new Date().toISOString(),
      connections: report.data.connections,
      gaps: report.gaps.map(({ part, code }) => `${part}: ${code}`),
      agreed,
      disagreements,
      severities,
      mozilla: compareWithMozilla(report, new Date().toISOString()),
      rulings: await askReferee(target, disagreements, reports.sonde),
      failures,
    };
  } finally {
    await running.stop?.();
    await rm(directory, { recursive: true, force: true });
  }
}

function firstLine(error: unknown, directory: string): string {
  const text = error instanceof Error ? error.message : String(error);
  return text.replaceAll(directory, '…').split('\n')[0] ?? '';
}
