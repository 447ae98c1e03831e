/**
 * Runs delegation checks in the network in which it is started, with the guard enabled. Reads groups of lookups from standard
 * input, one line of JSON each, and answers each with a line; the settings come from the environment.
 */
import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import { createInterface } from 'node:readline';
import { readAnchors, readHints, readRootFile } from '../data/roots/roots.ts';
import { createNodeNet, type NodeNet } from '../net/node-net.ts';
import { readNetSettings } from '../net/settings.ts';
import { checkQuery, measure } from '../run.ts';
import { noData } from './no-data.ts';
import { rootsOf } from './roots-of.ts';

/** Groups run one after another; the lookups of a group run concurrently, up to the number given. */
export type DelegationLookups = readonly {
  readonly queries: readonly Readonly<Record<string, string>>[];
  readonly atOnce: number;
  /** Waits longer for servers, on a machine that is busy with many lookups. */
  readonly isPatient?: boolean;
}[];

export interface DelegationLookup {
  readonly domain: string;
  readonly answer: DelegationLookupAnswer | null;
  /** Why there is no answer. */
  readonly failure: string | null;
  readonly wallMs: number;
  /** Number of signatures verified meanwhile, by this lookup and by others of its group. */
  readonly verifications: number;
}

export type DelegationLookupAnswer = Awaited<ReturnType<typeof measure<'delegation'>>>;

let verifications = 0;
const { verify } = crypto;
// The engine imports the function by name; this replaces what it imports.
crypto.verify = ((...given: Parameters<typeof verify>) => {
  verifications += 1;
  return verify(...given);
}) as typeof verify;
syncBuiltinESMExports();

const { settings, problems } = readNetSettings({ ...process.env, SONDE_RESOLVERS: '45.90.2.2' });
if (settings === null) throw new Error(problems.join('\n'));
const hints = readRootFile(process.env['SONDE_ROOT_HINTS'] ?? '', readHints);
const anchors = readRootFile(process.env['SONDE_ROOT_ANCHORS'] ?? '', readAnchors);
if (hints === null || anchors === null) throw new Error('hints and anchors are needed');
const data = { ...noData, roots: rootsOf({ hints, anchors }) };
const nets = {
  usual: createNodeNet(settings),
  patient: createNodeNet(settings, { authorities: { timing: { triesMs: [2500, 2500], tcpTimeoutMs: 5000 } } }),
};

async function lookUp(query: Readonly<Record<string, string>>, net: NodeNet): Promise<DelegationLookup> {
  const before = verifications;
  const startedAtMs = performance.now();
  const outcome = await measure(checkQuery('delegation', query), {
    net,
    data,
    signal: AbortSignal.timeout(60_000),
  }).then(
    (answer) => ({ answer, failure: null }),
    (error: Error) => ({ answer: null, failure: error.stack ?? String(error) }),
  );
  const wallMs = performance.now() - startedAtMs;
  return { domain: query['domain'] ?? '', ...outcome, wallMs, verifications: verifications - before };
}

async function lookUpAll({
  queries,
  atOnce,
  isPatient = false,
}: DelegationLookups[number]): Promise<DelegationLookup[]> {
  const waiting = [...queries.entries()];
  const found: DelegationLookup[] = [];
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
        const [index, query] = next;
        found[index] = await lookUp(query, isPatient ? nets.patient : nets.usual);
      }
    }),
  );
  return found;
}

for await (const line of createInterface(process.stdin)) {
  const groups: DelegationLookups = JSON.parse(line);
  const results: DelegationLookup[] = [];
  for (const group of groups) results.push(...(await lookUpAll(group)));
  process.stdout.write(`${JSON.stringify(results)}\n`);
}
for (const net of Object.values(nets)) net.close();
