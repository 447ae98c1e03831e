import { FailureEnvelope } from '@sonde/contract';
import type { Answer } from './answer.ts';
import type { Attack } from './attack.ts';

/** No lookup may take longer, and no refusal nearly as long. */
export const ANSWERED_WITHIN_MS = 15_000;

/** What the attacks bring along and must not come back. */
const REFLECTED = ['reflected', 'alert(1)'];
const OF_OUR_CODE = ['node_modules', 'file://', '/src/', '/dist/', '.ts:', '.js:', '\n    at ', '\\n    at ', 'Error:'];
const OF_THE_SYSTEM = ['ECONN', 'ENOENT', 'EACCES', 'ENETUNREACH', 'NetFailure', 'SONDE_', 'root:'];
/** Settings that the answer to a request under an unknown name speaks of. */
const TOLD_TO_OPERATORS = /\bSONDE_(?:HOSTS|PUBLIC_URL)\b/g;
const TELLING_HEADERS = /^(?:server|x-powered-by|x-injected|access-control-.*)$/;
/** Of the lab, or special-use. */
const ADDRESS = /\b\d{1,3}(?:\.\d{1,3}){3}\b|\bfd00:|\bfe80:|::1\b|::ffff:|2a0e:97c0/i;

/** What is wrong with an answer, in words; `secrets` must not be in it. */
export function problemsOf(attack: Attack, answer: Answer, secrets: readonly string[]): string[] {
  const { status, headers, body, durationMs } = answer;
  const problems = leaksOf(answer, secrets).map((leak) => `leaks ${leak}`);
  if (durationMs >= ANSWERED_WITHIN_MS) problems.push('is not answered in time');
  // The machine that runs the tests may be at its limits, or the target have been asked enough.
  const isShed = (status === 503 || status === 429) && headers['retry-after'] !== undefined;
  if (!attack.statuses.includes(status) && !isShed) problems.push(`is answered with ${status}`);
  if (status === null) return problems;
  if (headers['x-content-type-options'] !== 'nosniff') problems.push('has no strict headers');
  if (attack.bytes.startsWith('HEAD') || (isPage(answer) && !isOfApi(attack))) return problems;
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

function isOfApi({ bytes }: Attack): boolean {
  return /^\S+ \/api[/? ]/.test(bytes);
}

/** The last event of a stream is the envelope, which may be a failure with status 200. */
function isEnvelope(status: number, body: string): boolean {
  const isStream = body.startsWith('event: ');
  const envelope = parseJson(isStream ? body.slice(body.lastIndexOf('data: ') + 6) : body);
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
