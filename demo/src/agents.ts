import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type AnnouncedProcess, startAnnounced } from '@sonde/lab';
import { type ElsewhereSpec, elsewhere } from './elsewhere.ts';

const run = promisify(execFile);
const COMMAND = 'apps/cli/dist/sonde.js';
const ADDED_MS = 30_000;

export interface AgentsSetup {
  /** The root of the repository. */
  readonly cwd: string;
  /** Node's options, for every process. */
  readonly options: readonly string[];
  readonly folder: string;
  /** The environment of the server. */
  readonly env: Readonly<Record<string, string>>;
}

/** By place, the code with which its agent joins. */
export type JoinCodes = ReadonlyMap<string, string>;

/** Adds the places to the store of the server, which has not been started yet, as an operator would. */
export async function addPlaces({ cwd, env }: AgentsSetup): Promise<JoinCodes> {
  const codes = new Map<string, string>();
  for (const spec of elsewhere) {
    const { stdout } = await run(process.execPath, [COMMAND, ...addArguments(spec)], { cwd, env, timeout: ADDED_MS });
    const code = /15 minutes: (\S+)/.exec(stdout)?.[1];
    if (code === undefined) throw new Error(`no code for the place ${spec.id}: ${stdout}`);
    codes.set(spec.id, code);
  }
  return codes;
}

/** The id of a place is its name in lower case. */
const addArguments = ({ name, city, country, at }: ElsewhereSpec) => [
  'places',
  'add',
  name,
  '--city',
  city,
  '--country',
  country,
  '--at',
  at,
  '--yes',
];

/** Starts the agent of every place, which joins the hub at `url`. @throws if one does not connect; all are then stopped. */
export async function startAgents(
  url: string,
  codes: JoinCodes,
  resolvers: readonly { readonly id: string; readonly resolver: string }[],
  { cwd, options, folder, env }: AgentsSetup,
): Promise<{ stop(): Promise<void> }> {
  const starting = resolvers.map(({ id, resolver }) =>
    startAnnounced(process.execPath, [...options, COMMAND, 'agent', '--hub', url, '--join', codes.get(id) ?? ''], {
      on: 'stderr',
      line: /connected to (\S+)/,
      cwd,
      env: { ...env, SONDE_RESOLVERS: resolver, SONDE_DATA_DIR: join(folder, `agent-${id}`) },
    }),
  );
  const outcomes = await Promise.allSettled(starting);
  const started = outcomes.flatMap((one): AnnouncedProcess[] => (one.status === 'fulfilled' ? [one.value] : []));
  const stop = async () => {
    await Promise.all(started.map((agent) => agent.stop()));
  };
  const failed = outcomes.find((one) => one.status === 'rejected');
  if (failed === undefined) return { stop };
  await stop();
  throw failed.reason;
}
