import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { runCommand, startDnsLab, startTlsLab } from '@sonde/lab';
import { effort, needCommands, sized } from '../effort.ts';
import type { BenchReport, Target } from '../report.ts';
import { peerVersions } from '../ssl/peer-versions.ts';
import { testsslSections } from './ask.ts';
import { collect, type LabAt, type ServerRecord } from './collect.ts';
import { explanationOf, explanations } from './explanations.ts';
import { servers as allServers } from './servers.ts';
import { explainSeverity } from './severities.ts';
import { failuresOf, gapsOf, type Verdict, verdictsOf } from './verdicts.ts';

/** testssl.sh forks for every byte that it reads, so running more at a time is not faster. */
const AT_A_TIME = 4;
/** A run takes half an hour. If it is interrupted, the next run continues with the servers missing here. */
const folder = new URL(`../tmp/${sized('ssl-agreement', { smoke: 'ssl-agreement-smoke' })}/`, import.meta.url);
const servers = sized(allServers, { smoke: Object.fromEntries(Object.entries(allServers).slice(0, 1)) });
const wanted = { servers: 31, kinds: 20 };

/** Sonde, sslscan and testssl.sh on the same servers: where they disagree, why, and which of them is right. */
export async function run(): Promise<BenchReport> {
  needCommands(['sslscan', 'testssl', 'openssl']);
  await mkdir(folder, { recursive: true });
  await collectMissing();
  const records = await Promise.all(Object.keys(servers).map(readRecord));
  const verdicts = records.flatMap(verdictsOf);
  const report = {
    conditions: {
      peers: [...(await peerVersions()), (await runCommand('openssl', ['version'])).trim()],
      testsslSections,
      kinds: kindsOf(records),
      servers: Object.keys(servers),
    },
    targets: targetsOf(records, verdicts),
    lines: linesOf(records, verdicts),
    rounds: records.map(({ disagreements: _, rulings: __, failures: ___, ...record }) => ({
      ...record,
      disagreements: verdicts
        .filter(({ server }) => server === record.server)
        .map(({ server: _server, ...one }) => one),
      failures: failuresOf({ ...record, disagreements: [], rulings: [], failures: ___ }),
    })),
  };
  // Results are kept until everything is explained, so that the next run takes seconds; delete a server's file to check it again.
  if (effort === 'smoke' || report.targets.every(({ isMet }) => isMet)) await rm(folder, { recursive: true });
  return report;
}

const fileOf = (name: string) => new URL(`${name}.json`, folder);

async function readRecord(name: string): Promise<ServerRecord> {
  return JSON.parse(await readFile(fileOf(name), 'utf8')) as ServerRecord;
}

async function collectMissing(): Promise<void> {
  const missing = Object.entries(servers).filter(([name]) => !existsSync(fileOf(name)));
  if (missing.length === 0) return;
  const [dns, lab] = await Promise.all([startDnsLab(), startTlsLab()]);
  const at: LabAt = { lab, resolver: dns.resolver };
  const work = async () => {
    for (let next = missing.shift(); next !== undefined; next = missing.shift()) {
      const [name, listed] = next;
      await writeFile(fileOf(name), JSON.stringify(await collect(name, listed, at)));
      console.log(`  ${name}`);
    }
  };
  try {
    await Promise.all(Array.from({ length: AT_A_TIME }, work));
  } finally {
    await Promise.all([dns.stop(), lab.stop()]);
  }
}

const kindsOf = (records: readonly ServerRecord[]) => [...new Set(records.map(({ kind }) => kind))].sort();

function targetsOf(records: readonly ServerRecord[], verdicts: readonly Verdict[]): Target[] {
  const atLeast = (what: string, value: number, limit: number) => ({ what, value, limit, isMet: value >= limit });
  const none = (what: string, value: number) => ({ what, value, limit: 0, isMet: value === 0 });
  const unused = explanations.filter(
    (one) =>
      one.seenSometimes === undefined && !verdicts.some((verdict) => explanationOf(verdict.server, verdict) === one),
  );
  return [
    atLeast('servers that all three were sent to', records.length, wanted.servers),
    atLeast('kinds of servers', kindsOf(records).length, wanted.kinds),
    none('disagreements without an explanation that holds', verdicts.filter(({ problem }) => problem !== null).length),
    none(
      'disagreements in which we are wrong',
      verdicts.filter(({ right }) => right !== null && !['sonde', 'each'].includes(right)).length,
    ),
    none(
      'tools that failed without an explanation',
      records.flatMap(failuresOf).filter(({ why }) => why === null).length,
    ),
    none(
      'gaps in our own answers without an explanation',
      records.flatMap(gapsOf).filter(({ why }) => why === null).length,
    ),
    none(
      'severities that differ without an explanation',
      severitiesOf(records).filter((one) => explainSeverity(one) === null).length,
    ),
    none(
      'departures from Mozilla’s profile that we tell nothing of, without an explanation',
      records.flatMap(({ mozilla }) => mozilla).filter(({ why }) => why === null).length,
    ),
    none('explanations that explain nothing', unused.length),
  ];
}

function linesOf(records: readonly ServerRecord[], verdicts: readonly Verdict[]): string[] {
  const agreed = records.reduce((sum, record) => sum + record.agreed.length, 0);
  const right = verdicts.filter(({ right: who }) => who === 'sonde').length;
  const [libraries, kinds] = [new Set(records.map(({ library }) => library)).size, kindsOf(records).length];
  return [
    `${records.length} servers of ${kinds} kinds with ${libraries} TLS libraries: ${agreed} facts alike, ${verdicts.length} disagreements, sonde right in ${right}`,
    ...verdictLines(verdicts),
    ...severityLines(records),
    ...records.flatMap(({ server, mozilla }) =>
      mozilla.map(
        ({ rule, departs, why }) =>
          `${server}: Mozilla’s profile asks for ${rule}, we tell nothing of ${shortened(departs)}; ${why ?? 'NOT EXPLAINED'}`,
      ),
    ),
    ...records
      .flatMap(failuresOf)
      .map(({ server, tool, message, why }) => `${server}: ${tool} failed (${message}); ${why ?? 'NOT EXPLAINED'}`),
    ...records
      .flatMap(gapsOf)
      .map(({ server, gap, why }) => `${server}: gap in our answer, ${gap}; ${why ?? 'NOT EXPLAINED'}`),
  ];
}

const severitiesOf = (records: readonly ServerRecord[]) =>
  records.flatMap(({ server, severities }) => (severities?.differences ?? []).map((one) => ({ server, ...one })));

/** One line for each subject that testssl.sh judges differently, and how. */
function severityLines(records: readonly ServerRecord[]): string[] {
  const compared = records.reduce((sum, { severities }) => sum + (severities?.compared ?? 0), 0);
  const all = severitiesOf(records);
  const ways = [...new Set(all.map(({ subject, sonde, testssl }) => `${subject}: sonde ${sonde}, testssl ${testssl}`))];
  return [
    `verdicts: ${compared} subjects judged by testssl.sh and by our findings, ${all.length} differently`,
    ...ways.map((way) => {
      const same = all.filter(
        ({ subject, sonde, testssl }) => way === `${subject}: sonde ${sonde}, testssl ${testssl}`,
      );
      const why = same[0] === undefined ? null : explainSeverity(same[0]);
      return `${way}, at ${same.map(({ server }) => server).join(', ')}; ${why ?? 'NOT EXPLAINED'}`;
    }),
  ];
}

/** One line for all servers with the same disagreement. */
function verdictLines(verdicts: readonly Verdict[]): string[] {
  const groups = new Map<string, { one: Verdict; where: string[] }>();
  for (const one of verdicts) {
    const key = JSON.stringify([one.fact, one.says, one.why, one.problem]);
    const group = groups.get(key) ?? { one, where: [] as string[] };
    group.where.push(one.items === null ? one.server : `${one.server} (${shortened(one.items)})`);
    groups.set(key, group);
  }
  return [...groups.values()].map(({ one, where }) => verdictLine(one, where));
}

function shortened(items: readonly string[]): string {
  return items.length > 2 ? `${items[0]} and ${items.length - 1} more` : items.join(', ');
}

function verdictLine({ fact, says, right, why, problem }: Verdict, where: readonly string[]): string {
  const said = Object.entries(says).map(([tool, one]) => `${tool} ${typeof one === 'object' ? one.join(' ') : one}`);
  const settled = problem === null ? `right: ${right}. ${why}` : problem.toUpperCase();
  return `${fact}: ${said.join(', ')}, at ${where.join(', ')}; ${settled}`;
}
