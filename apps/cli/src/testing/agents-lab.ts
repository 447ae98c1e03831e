import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type LabProcess, type NetworkLab, networkTargets, programArguments, startNetworkLab } from '@sonde/lab';
import { createIdentity } from '@sonde/service/places/identity';
import { eventually } from '@sonde/service/testing/eventually';
import { expect } from 'vitest';
import { writeMembership } from '../agent/agent-file.ts';
import { type BuiltCommand, buildCommand } from './built-command.ts';
import { type BuiltServer, buildServer } from './served.ts';

type Host = NonNullable<NonNullable<Parameters<NetworkLab['start']>[2]>['on']>;

const { fast, resolver } = networkTargets;
const PORT = '8080';
const HUB_URL = `http://${fast.ipv4}:${PORT}`;

/** The built server as hub in one network of the lab, and agents in others: the built command as people run it. */
export interface AgentsLab {
  readonly network: NetworkLab;
  startHub(): Promise<LabProcess>;
  /** Adds a place and starts its agent in this network, with further arguments of Node. It has no hub until that is up. */
  startAgent(on: Host, env?: Readonly<Record<string, string>>, nodeArguments?: readonly string[]): Promise<LabProcess>;
  /** Starts a resolver in this network that knows one address for all names. */
  startOwnResolver(on: Host, address: string): Promise<void>;
  /** The data of a path of the hub's API. */
  read(path: string): Promise<Record<string, unknown>>;
  /** Waits until the hub lists the place so. */
  untilState(place: string, state: string): Promise<void>;
  stop(): Promise<void>;
}

export async function openAgentsLab(): Promise<AgentsLab> {
  const [network, command, server] = await Promise.all([startNetworkLab(), buildCommand(), buildServer()]);
  const env = { ...server.env, ...HUB_ENV };
  const read = async (path: string) => JSON.parse(await fetchIn(network, path)) as { _data: Record<string, unknown> };
  return {
    network,
    startHub: () =>
      network.start(process.execPath, [server.path], {
        on: 'fast',
        env: { ...env, HOST: '0.0.0.0', PORT },
        isReady: /is ready/,
      }),
    async startAgent(on, more = {}, nodeArguments = []) {
      const file = await joinAs({ network, command, server }, on);
      const own = { SONDE_AGENT_FILE: file, SONDE_RESOLVERS: String(resolver.ipv4), SONDE_DATA_DIR: command.folder };
      const args = [...nodeArguments, command.path, 'agent'];
      return network.start(process.execPath, args, { on, env: { ...own, ...more }, isReady: /connected to/ });
    },
    async startOwnResolver(on, address) {
      const program = fileURLToPath(new URL('one-address-resolver.ts', import.meta.url));
      await network.start(process.execPath, [...(await programArguments(program)), address], { on, isReady: /ready/ });
    },
    read: async (path) => (await read(path))._data,
    untilState: (place, state) =>
      eventually(async () => {
        const places = (await read('/api/v2/places'))._data['places'] as { id: string; state: string }[];
        expect(places.find(({ id }) => id === place)?.state).toBe(state);
      }, 200),
    async stop() {
      await network.stop();
      await Promise.all([command.remove(), server.remove()]);
    },
  };
}

const HUB_ENV = { SONDE_PLACES: 'on', SONDE_RATE_LIMIT: 'off', SONDE_RESOLVERS: String(resolver.ipv4) };

interface Parts {
  readonly network: NetworkLab;
  readonly command: BuiltCommand;
  readonly server: BuiltServer;
}

/** Adds a place with the name of its network, and joins as it from there; returns the file of its agent. */
async function joinAs({ network, command, server }: Parts, place: string): Promise<string> {
  const program = join(server.path, '../places-program.js');
  const call = `import { runPlaces } from ${JSON.stringify(program)};
const place = { id: ${JSON.stringify(place)}, name: ${JSON.stringify(place)}, city: null, country: null, asn: null, confirmsItself: true };
const { said } = await runPlaces({ action: 'add', place }, process.env);
console.log(said[0]?.split(': ').at(-1));`;
  // A file: the thread of the database would inherit the options of a script on the command line.
  const script = join(command.folder, `add-${place}.mjs`);
  await writeFile(script, call);
  const env = { ...server.env, ...HUB_ENV };
  const added = await network.run(process.execPath, [script], { env, timeoutMs: 60_000 });
  const identity = createIdentity();
  const body = JSON.stringify({ code: added.stdout.trim(), publicKey: identity.publicKey });
  const joined = JSON.parse(await fetchIn(network, '/api/agents/join', body)) as { _data: { hub: string } | null };
  if (joined._data === null) throw new Error(`${place} did not join: ${added.stdout}${added.stderr}`);
  const file = join(command.folder, `${place}.json`);
  await writeMembership(file, { url: HUB_URL, hub: joined._data.hub, place, identity });
  return file;
}

/** Asks the hub from a network of the lab. */
async function fetchIn(network: NetworkLab, path: string, body?: string): Promise<string> {
  const init = body === undefined ? {} : { method: 'POST', headers: { 'content-type': 'application/json' }, body };
  const call = `fetch(${JSON.stringify(HUB_URL + path)}, ${JSON.stringify(init)}).then((r) => r.text()).then(console.log)`;
  const { stdout, stderr } = await network.run(process.execPath, ['-e', call], { on: 'gateway', timeoutMs: 60_000 });
  if (stdout === '') throw new Error(stderr);
  return stdout;
}
