import { createHash } from 'node:crypto';
import { ToolError } from '@sonde/contract';
import type { SnapshotOutcome, SnapshotPart } from '@sonde/contract/snapshots/snapshot';
import { withoutContacts } from '@sonde/contract/snapshots/withheld';
import type { Service } from '@sonde/service';
import { readKey } from './read-key.ts';

/** The result to keep, identified by the call and the hash of the received body. */
export interface WantedOutcome {
  /** Path and query of the call. */
  readonly key: string;
  /** SHA-256 of the body in 64 hexadecimal digits. */
  readonly sha256: string;
}

export interface FoundPart {
  readonly part: SnapshotPart;
  /** The size of the result as JSON. */
  readonly bytes: number;
}

/** JSON may contain escaped lone surrogates, canonical JSON (RFC 8785) may not. */
const LONE_SURROGATE = /\\ud[89a-f]/i;

/**
 * Returns a function that finds a result which this server still holds. Content sent by the caller is never used.
 * @throws ToolError `invalid-input`, `refused-target`; `not-held` if the result is gone or has been replaced.
 */
export function createHeldOutcomes(service: Pick<Service, 'tools' | 'check' | 'held'>) {
  return async ({ key, sha256 }: WantedOutcome, hasContacts: boolean): Promise<FoundPart> => {
    const { tool, request, call } = readKey(service, key);
    const held = await service.held(request);
    const result = held.find(({ body }) => digestOf(body) === sha256.toLowerCase());
    if (result === undefined) throw notHeld(held.length > 0);
    const outcome = parseBody(result.body);
    const measuredAt = outcome._data?.['checkedAt'] ?? outcome['checkedAt'];
    const part = {
      tool: tool.id,
      target: String(request.query[tool.target]),
      key: call,
      measuredAt: typeof measuredAt === 'string' ? measuredAt : null,
      ...withheldFrom(tool.id, outcome, hasContacts),
    };
    return { part, bytes: Buffer.byteLength(result.body) };
  };
}

function withheldFrom(tool: string, outcome: SnapshotOutcome, hasContacts: boolean) {
  if (hasContacts || outcome._data === null) return { withheld: [], outcome };
  const { answer, fields } = withoutContacts(tool, outcome._data);
  return { withheld: [...fields], outcome: { ...outcome, _data: answer } };
}

const digestOf = (body: string) => createHash('sha256').update(body).digest('hex');

function parseBody(body: string): SnapshotOutcome {
  if (!LONE_SURROGATE.test(body)) return JSON.parse(body);
  return JSON.parse(body, (_name, value) => {
    if (typeof value === 'string') return wellFormed(value);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [wellFormed(name), inner]));
  });
}

/** Replaces lone surrogates with U+FFFD. */
const wellFormed = (text: string) => Buffer.from(text).toString();

function notHeld(hasOthers: boolean): ToolError {
  const message = hasOthers
    ? 'This target was measured again in the meantime, so this result can no longer be kept. Please measure it again.'
    : 'This server no longer holds this result: only recent results can be kept. Please measure it again.';
  return new ToolError('not-held', message);
}
