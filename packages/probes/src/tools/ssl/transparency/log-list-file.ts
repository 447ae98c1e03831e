import { createHash, verify } from 'node:crypto';
import * as z from 'zod/mini';
import { UpdateRefused } from '../../../data/data.ts';
import type { CompiledText } from '../../../data-sets/stored-set.ts';

const Log = z.object({
  description: z.string(),
  log_id: z.string(),
  key: z.string(),
  state: z.optional(z.record(z.string(), z.object({ timestamp: z.optional(z.string()) }))),
});
type Log = z.infer<typeof Log>;

/** The parts of version 3 of the format that are used (www.gstatic.com/ct/log_list/v3/log_list_schema.json). */
const LogListFile = z.object({
  version: z.string().check(z.regex(/^[\d.]{1,40}$/)),
  log_list_timestamp: z.iso.datetime(),
  operators: z.array(
    z.object({ name: z.string(), logs: z.optional(z.array(Log)), tiled_logs: z.optional(z.array(Log)) }),
  ),
});

/**
 * Verifies Chrome's list of logs with its signature, and compiles it to the table that `readLogList` reads.
 * @param key PEM of the publisher's key
 * @throws UpdateRefused
 */
export function compileLogList(file: Buffer, signature: Buffer, key: string): CompiledText {
  if (!isSigned(file, signature, key))
    throw new UpdateRefused('The signature of the list does not verify with the key of its publisher.');
  const { source, date, table } = readLogListFile(file);
  return { date: new Date(date).toISOString(), text: JSON.stringify({ source, table }) };
}

/**
 * Reads the list without its signature.
 * @throws UpdateRefused
 */
export function readLogListFile(file: Buffer) {
  const { version, log_list_timestamp: date, operators } = parsed(file);
  const lines = operators.flatMap(({ name, logs = [], tiled_logs: tiled = [] }) => {
    const entries = [...logs.flatMap((log) => line('rfc6962', log)), ...tiled.flatMap((log) => line('static ', log))];
    return entries.length > 0 ? [plain(name), ...entries] : [];
  });
  return { source: `Chrome’s list of logs, version ${version}`, date, table: lines.join('\n') };
}

function isSigned(file: Buffer, signature: Buffer, key: string): boolean {
  try {
    return verify('sha256', file, key, signature);
  } catch {
    return false;
  }
}

function parsed(file: Buffer): z.infer<typeof LogListFile> {
  let value: unknown;
  try {
    value = JSON.parse(file.toString());
  } catch (cause) {
    throw new UpdateRefused('The list is not JSON.', { cause });
  }
  const { data } = LogListFile.safeParse(value);
  if (data === undefined) throw new UpdateRefused('The list is not one of version 3.');
  return data;
}

/** No line for a log that Chrome does not accept yet, or never did (make_ct_known_logs_list.py). */
function line(kind: string, { description, log_id: id, key, state = { pending: {} } }: Log): string[] {
  const [word, details] = Object.entries(state)[0] ?? ['pending', {}];
  if (word === 'pending' || word === 'rejected') return [];
  if (createHash('sha256').update(Buffer.from(key, 'base64')).digest('base64') !== id)
    throw new UpdateRefused(`The key of the log ${description} is not the one that its id is made of.`);
  const retired = word === 'retired' ? plain(details.timestamp ?? '') : '-';
  return [`  ${kind} ${retired} ${plain(key)} ${plain(description)}`];
}

/** Checks text that becomes part of a line. */
function plain(text: string): string {
  if (/[\n\r]/.test(text) || text.trim() !== text || text === '')
    throw new UpdateRefused('The list has a name or key that is empty or has several lines.');
  return text;
}
