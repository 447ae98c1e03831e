import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sized } from '../effort.ts';
import { serveDomains } from '../lists/served-domains.ts';
import type { BenchReport } from '../report.ts';
import { type ServedSonde, serveSonde } from '../service/processes.ts';
import { askPlainly, freshNames, inTurn, refused } from './calls.ts';
import { dispatch, fanOuts } from './dispatch.ts';
import { addPlaces, enrol } from './enrol.ts';
import { startLightAgents } from './light-agents.ts';
import { memoryOf } from './memory.ts';
import { type Asked, phase } from './phase.ts';
import { type Measured, reportOf } from './places-report.ts';
import { restingAgentMegabytes } from './real-agent.ts';
import { measureBare } from './reference/bare.ts';
import { measureTwoHubs } from './two-hubs.ts';

/** How long places are asked; `PLACES_SECONDS=600` for the ten minutes for which the figures are promised. */
const ASKED_SECONDS = process.env['PLACES_SECONDS'];
const SECONDS = Number(ASKED_SECONDS ?? sized(60, { quick: 15, smoke: 0.6 }));
/** What a bare hub needs is known after a minute. */
const BARE_SECONDS = Math.min(SECONDS, 60);
const COMMAND = `${ASKED_SECONDS === undefined ? '' : `PLACES_SECONDS=${SECONDS} `}npm run bench -- places`;
/** Before and after it, for comparison. */
const QUIET_SECONDS = sized(15, { quick: 5, smoke: 0.3 });
const WARM_SECONDS = sized(5, { smoke: 0.3 });
const AGENTS = sized(1_000, { smoke: 6 });
const WARM_AGENTS = sized(256, { smoke: 3 });
/** Of the way to the resolver, each way. */
const DELAY_MS = 10;
const OLD = 'old';
const REAL = 'real';

/**
 * A server with a thousand agents, which are asked by calls of 64 places: memory, processor time, and how long everybody waits,
 * among them visitors who ask no places.
 */
export async function run(): Promise<BenchReport> {
  const folder = await mkdtemp(join(tmpdir(), 'sonde-bench-places-'));
  const lab = await serveDomains(DELAY_MS);
  const settings = {
    SONDE_PLACES: 'on',
    // Every agent and every caller comes from an address of its own.
    SONDE_TRUST_PROXY: '127.0.0.1',
    // All visitors ask about names of one zone.
    SONDE_ZONE_BUDGET: 'off',
  };
  try {
    const variables = { ...settings, SONDE_DATA_DIR: folder };
    const sonde = await serveSonde(lab.delayed, variables);
    try {
      const { data } = await askPlainly(sonde, freshNames().next().value);
      const alone = await measure(sonde, data, variables);
      const hubs = await measureTwoHubs(lab.delayed, data, settings);
      const bare = await measureBare({ agents: AGENTS, warmAgents: WARM_AGENTS, seconds: BARE_SECONDS, data });
      const answerOctets = Buffer.byteLength(JSON.stringify(data));
      const report = reportOf(
        { ...alone, hubs, bare, refused: refused.calls },
        { agents: AGENTS, seconds: SECONDS, quietSeconds: QUIET_SECONDS, resolverMs: 2 * DELAY_MS, answerOctets },
      );
      return { ...report, command: COMMAND };
    } finally {
      await sonde.stop();
    }
  } finally {
    await lab.stop();
    await rm(folder, { recursive: true });
  }
}

type Variables = Readonly<Record<string, string>>;

async function measure(
  sonde: ServedSonde,
  data: object,
  variables: Variables,
): Promise<Omit<Measured, 'hubs' | 'bare' | 'refused'>> {
  const names = freshNames();
  await warmUp({ sonde, data, names }, variables);
  const alone = await memoryOf(sonde);
  const ids = Array.from({ length: AGENTS }, (_, number) => `place-${number}`);
  const members = await enrol(sonde, variables, [...ids, OLD], WARM_AGENTS);
  const agents = await startLightAgents({ server: sonde.address, members, data, old: [OLD] });
  try {
    const connected = await memoryOf(sonde);
    const asked: Asked = { server: sonde, agents, names, turn: inTurn(ids) };
    const job = await dispatch(sonde, asked.turn, OLD);
    const fanOutMs = await fanOuts(sonde, ids);
    const before = await phase(asked, QUIET_SECONDS, false);
    const during = await phase(asked, SECONDS, true);
    const inUse = await memoryOf(sonde);
    const after = await phase(asked, QUIET_SECONDS, false);
    const [code = ''] = await addPlaces([REAL], variables);
    const agentMegabytes = await restingAgentMegabytes(sonde, code);
    const memory = { alone, connected, inUse };
    return {
      connectMs: agents.ms,
      repeated: agents.repeated,
      memory,
      job,
      fanOutMs,
      before,
      during,
      after,
      agentMegabytes,
    };
  } finally {
    await agents.stop();
  }
}

interface Warming {
  readonly sonde: ServedSonde;
  readonly data: object;
  readonly names: Iterator<string>;
}

/** Everything once with other places, so that code is compiled and memory is that of a server in use. */
async function warmUp({ sonde, data, names }: Warming, variables: Variables): Promise<void> {
  const ids = Array.from({ length: WARM_AGENTS }, (_, number) => `warm-${number}`);
  const members = await enrol(sonde, variables, ids, 0);
  const agents = await startLightAgents({ server: sonde.address, members, data, old: [] });
  await phase({ server: sonde, agents, names, turn: inTurn(ids) }, WARM_SECONDS, true);
  await agents.stop();
}
