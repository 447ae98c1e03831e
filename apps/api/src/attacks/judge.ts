import { FailureEnvelope } from '@sonde/contract';
import { requestFailures } from '../http/request-failure.ts';
import type { Answer } from './answer.ts';
import type { Attack } from './attack.ts';

/** The longest permitted time for a lookup; refusals are much faster. */
export const ANSWERED_WITHIN_MS = 15_000;

/** Strings sent by the attacks that must not be reflected. */
const REFLECTED = ['reflected', 'alert(1)'];
const OF_OUR_CODE = ['node_modules', 'file://', '/src/', '/dist/', '.ts:', '.js:', '\n    at ', '\\n    at ', 'Error:'];
const OF_THE_SYSTEM = ['ECONN', 'ENOENT', 'EACCES', 'ENETUNREACH', 'NetFailure', 'SONDE_', 'root:'];
/** Settings named in the answer to a request for an unknown host. */
const TOLD_TO_OPERATORS = /\bSONDE_(?:HOSTS|PUBLIC_URL)\b/g;
const TELLING_HEADERS = /^(?:server|x-powered-by|x-injected|access-control-.*)$/;
/** Addresses of the lab or of special-use ranges. */
const ADDRESS = /\b\d{1,3}(?:\.\d{1,3}){3}\b|\bfd00:|\bfe80:|::1\b|::ffff:|2a0e:97c0/i;

/** Describes what is wrong with an answer, which must not contain any of the `secrets`. */
export function problemsOf(attack: Attack, answer: Answer, secrets: readonly string[]): string[] {
  const { status, headers, body, durationMs } = answer;
  const problems = leaksOf(answer, secrets).map((leak) => `leaks ${leak}`);
  if (durationMs >= ANSWERED_WITHIN_MS) problems.push('is not answered in time');
  // The test machine may be overloaded, or the budget of the target used up.
  const isShed = (status === 503 || status === 429) && headers['retry-after'] !== undefined;
  if (!attack.statuses.includes(status) && !isShed) problems.push(`is answered with ${status}`);
  if (status === null) return problems;
  if (headers['x-content-type-options'] !== 'nosniff') problems.push('has no strict headers');
  if (attack.bytes.startsWith('HEAD') || (isForReaders(answer) && !isOfApi(attack))) return problems;
  return isEnvelope(status, body) ? problems : [...problems, `has no envelope: ${body.slice(0, 100)}`];
}

function leaksOf(answer: Answer, secrets: readonly string[]): string[] {
  const { text, headers, body } = answer;
  const told = text.replace(TOLD_TO_OPERATORS, '');
  const words = [...secrets, ...REFLECTED, ...OF_OUR_CODE, ...OF_THE_SYSTEM].filter((word) => told.includes(word));
  const names = Object.keys(headers).filter((name) => TELLING_HEADERS.test(name));
  // The records of a public zone may be shown, whatever addresses they contain.
  const end = body.slice(Math.max(0, body.lastIndexOf('event: result\n')));
  const mayTellAddresses = isPage(answer) || /^(?:event: result\ndata: )?\{"success":true,/.test(end);
  return [...words, ...names, ...((mayTellAddresses ? null : ADDRESS.exec(text)) ?? [])];
}

function isPage({ headers }: Answer): boolean {
  return headers['content-type']?.startsWith('text/html') ?? false;
}

/** A page, or the sentence in place of a file that does not exist. */
function isForReaders(answer: Answer): boolean {
  return isPage(answer) || (answer.status === 404 && answer.body === requestFailures[404].message);
}

function isOfApi({ bytes }: Attack): boolean {
  return /^\S+ \/api[/? ]/.test(bytes);
}

/** The last event of a stream is the envelope, which may be a failure despite status 200. */
function isEnvelope(status: number, body: string): boolean {
  const isStream = body.startsWith('event: ');
  const [lastData = ''] = isStream ? body.slice(body.lastIndexOf('data: ') + 6).split('\n') : [body];
  const envelope = parseJson(lastData);
  const isFailure = FailureEnvelope.safeParse(envelope).success;
  return status === 200 && !(isStream && isFailure) ? isSuccess(envelope) : isFailure;
}

function isSuccess(envelope: unknown): boolean {
  return typeof envelope === 'object' && envelope !== null && 'success' in envelope && envelope.success === true;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
