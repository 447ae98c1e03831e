import { readFile } from 'node:fs/promises';
import { Snapshot } from '@sonde/contract/snapshots/snapshot';
import { formatUtc } from '@sonde/contract/text/format-utc';
import type { Net } from '@sonde/probes';
import { checkSignature } from '@sonde/service/snapshots/signature';
import { EXIT } from '../exit-status.ts';
import { printable } from '../print/printable.ts';
import { doubledMember } from './doubled-member.ts';
import { isInterceptable, isUrl, readKeys } from './read-keys.ts';

export interface VerifyCall {
  /** The file of the snapshot. */
  readonly file: string;
  /** A file with public keys, or a URL of one. */
  readonly keys: string;
}

export interface VerifyContext {
  /** Opened only for keys behind a URL. */
  openNet(): Promise<Net>;
  readonly signal: AbortSignal;
  out(text: string): void;
  err(text: string): void;
}

/** Far larger than any snapshot. */
const MAX_BYTES = 128 * 1024 * 1024;

/** Checks the signature of a kept result, prints what it is, and returns the exit status: 0 if the signature is valid. */
export async function verify({ file, keys }: VerifyCall, context: VerifyContext): Promise<number> {
  const { out, err } = context;
  const read = await readSnapshot(file);
  if (typeof read === 'string') return fail(read);
  const known = await readKeys(keys, context);
  if (typeof known === 'string') return fail(known);
  // The raw value: members dropped by a schema would make the signature invalid.
  const state = checkSignature(read.raw, known);
  const { keyId } = read.snapshot.signature;
  if (state === 'unknown-key') return fail(`The key ${keyId} is not among the ${known.length} keys of ${keys}.`);
  if (state === 'invalid') return fail('The signature is not valid: the content was changed, or was never signed.');
  for (const line of describe(read.snapshot, keys)) out(printable(line));
  if (isInterceptable(keys)) {
    err('sonde: The keys were fetched over an unencrypted connection, so an attacker may have replaced them.');
  }
  return EXIT.answer;

  function fail(problem: string): number {
    err(`sonde: ${printable(problem)}`);
    return EXIT.failure;
  }
}

interface ReadSnapshot {
  readonly raw: Snapshot;
  readonly snapshot: Snapshot;
}

/** Reads a snapshot; returns a text if it cannot be read. */
async function readSnapshot(file: string): Promise<ReadSnapshot | string> {
  try {
    const octets = await readFile(file);
    if (octets.byteLength > MAX_BYTES) return `${file} is too large.`;
    const text = octets.toString('utf8');
    const raw: unknown = JSON.parse(text);
    const { data } = Snapshot.safeParse(raw);
    if (data === undefined) return `${file} is not a kept result of Sonde.`;
    const doubled = doubledMember(text);
    if (doubled === null) return { raw: raw as Snapshot, snapshot: data };
    return `${file} was changed: it has the member ${JSON.stringify(doubled)} twice, so programs read different values.`;
  } catch (error) {
    return error instanceof SyntaxError ? `${file} is not JSON.` : `${file} cannot be read: ${messageOf(error)}`;
  }
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

function describe({ target, keptAt, site, software, parts, signature }: Snapshot, keys: string): string[] {
  const measured = parts.map(
    ({ tool, target: name, measuredAt }) =>
      `  ${tool} ${name}, ${measuredAt === null ? 'not measured' : `measured ${formatUtc(measuredAt)}`}`,
  );
  const source = isUrl(keys) ? keys : `the file ${keys}`;
  return [
    `The signature is valid: ${target}, kept ${formatUtc(keptAt)}`,
    ...measured,
    `  by ${software}${site === null ? '' : `, which calls itself ${site}`}`,
    `  with the key ${signature.keyId} from ${source}`,
  ];
}
