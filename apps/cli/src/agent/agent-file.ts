import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { type AgentIdentity, identityOf } from '@sonde/service/places/identity';
import * as z from 'zod';
import { userDataFolder } from '../user-data-folder.ts';

/** What an agent keeps: the hub that it joined, and the key with which it proves itself there. */
export interface Membership {
  /** The address of the hub, without a path. */
  readonly url: string;
  /** The id of the hub. */
  readonly hub: string;
  /** The id of the place that this agent stands for. */
  readonly place: string;
  readonly identity: AgentIdentity;
}

const Stored = z.object({ url: z.url(), hub: z.string().regex(/^[0-9a-f]{64}$/), place: z.string(), key: z.string() });

type Environment = Readonly<Record<string, string | undefined>>;

/** The file of the agent: in `SONDE_AGENT_FILE`, or else in the data folder. */
export function agentFile(env: Environment): string {
  const folder = env['SONDE_DATA_DIR'] || userDataFolder({ platform: process.platform, home: homedir(), env });
  return env['SONDE_AGENT_FILE'] || join(folder, 'agent.json');
}

/** Null if there is none. @throws Error with a sentence for the operator if it cannot be read. */
export async function readMembership(path: string): Promise<Membership | null> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw new Error(`${path} cannot be read (${error.code ?? error.message}).`);
  });
  if (text === null) return null;
  try {
    const { key, ...stored } = Stored.parse(JSON.parse(text));
    return { ...stored, identity: identityOf(key) };
  } catch {
    throw new Error(`${path} is not the file of an agent.`);
  }
}

/** Writes the whole file or nothing; only its owner may read it. */
export async function writeMembership(path: string, { identity, ...stored }: Membership): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const draft = `${path}.${process.pid}`;
  await writeFile(draft, `${JSON.stringify({ ...stored, key: identity.privateKey }, null, 2)}\n`, { mode: 0o600 });
  await rename(draft, path);
}
