import { type DataOf, type Gap, reasons, ToolError, type Tools } from '@sonde/contract';
import type { Measured } from '../../probe.ts';
import { expiryNote } from '../../protocols/registration/expiry-note.ts';
import { mergeFacts } from '../../protocols/registration/merge.ts';
import { nearestAnswers } from '../../protocols/registration/nearest.ts';
import { plainQuestion, type Subject } from '../../protocols/whois-text/questions.ts';
import type { AskedRegistry, Replies, ServerText } from './replies.ts';

type Data = DataOf<Tools['whois']>;

/**
 * Merges the replies of both protocols. RDAP fields take precedence, and WHOIS fills in the rest; the text is that of WHOIS,
 * or RDAP rendered as text if WHOIS returned nothing.
 * @throws ToolError when neither has a record
 */
export function composeAnswer(query: string, subject: Subject, rdap: Replies, whois: Replies): Measured<Data> {
  const asked = [...rdap.asked, ...whois.asked];
  const state = stateOf([...rdap.texts, ...whois.texts]);
  // A WHOIS text that is not recognised is shown only when there is nothing better.
  const isRdapBetter = rdap.texts.length > 0 && whois.texts.every(({ kind }) => kind === 'unrecognised');
  const texts = isRdapBetter ? rdap.texts : whois.texts;
  const source = rdap.texts[0] === undefined ? ({ protocol: 'whois' } as const) : ({ protocol: 'rdap' } as const);
  const server = (rdap.texts[0] ?? whois.texts[0])?.server;
  // A registry's statement that there is no record counts more than a text that says nothing to us.
  const isOutweighed = state === 'unrecognised' && (rdap.isNotFound || whois.isNotFound);
  if (server === undefined || isOutweighed) throw failureOf(subject, [rdap, whois]);
  return {
    data: {
      query,
      whoIsInfo: texts.map(underHeading(isRdapBetter)).join('\n\n'),
      source: { ...source, server },
      registration: { ...registrationOf(query, subject, rdap, whois), state },
      asked: asked.map(({ failure: _, ...one }) => one),
      rdap: rdap.json,
    },
    gaps: asked.flatMap(gapOf),
  };
}

/** A registration in any of the replies; otherwise the statement of a registry that it keeps the name. */
function stateOf(texts: readonly ServerText[]): Data['registration']['state'] {
  if (texts.some(({ kind }) => kind === 'record')) return 'registered';
  return texts.some(({ kind }) => kind === 'reserved') ? 'reserved' : 'unrecognised';
}

function underHeading(isRdap: boolean): (text: ServerText) => string {
  return ({ server, text, isCut }) =>
    `# ${server}${isRdap ? ' (RDAP)' : ''}\n\n${text}${isCut ? '\n% [output truncated]' : ''}`;
}

function gapOf({ protocol, server, failure }: AskedRegistry): Gap[] {
  return failure === null ? [] : [{ part: `${protocol.toUpperCase()} ${server}`, code: failure.code }];
}

function registrationOf(
  query: string,
  subject: Subject,
  rdap: Replies,
  whois: Replies,
): Omit<Data['registration'], 'state'> {
  const all = [...rdap.facts, ...whois.facts];
  const { answers, partOf } = subject.kind === 'domain' ? { answers: all, partOf: [] } : nearestAnswers(all);
  const merged = mergeFacts(answers);
  const name = plainQuestion(subject);
  const isDateless = subject.kind === 'domain' && merged.expires === null && merged.registrarExpires === null;
  const notes = [
    name === query ? null : `${query} belongs to the registered domain ${name}.`,
    isDateless && stateOf([...rdap.texts, ...whois.texts]) === 'registered' ? expiryNote(name) : null,
    merged.registrarExpires !== null && merged.expires !== null && !isSameDay(merged.expires, merged.registrarExpires)
      ? 'Registry and registrar give different expiry dates.'
      : null,
    answers.some(({ facts }) => facts.isRedacted)
      ? 'Some contact details are withheld by the registry or the registrar.'
      : null,
    [...rdap.texts, ...whois.texts].some(({ isCut }) => isCut) ? 'An answer was cut, because it did not end.' : null,
  ];
  return { kind: subject.kind, name, ...merged, partOf, notes: notes.filter((note) => note !== null) };
}

function isSameDay(a: string, b: string): boolean {
  return a.slice(0, 10) === b.slice(0, 10);
}

/** Why there is no record: what a registry stated takes precedence over what prevented a reply. */
function failureOf(subject: Subject, both: readonly Replies[]): ToolError {
  const name = plainQuestion(subject);
  if (both.some(({ isNotFound }) => isNotFound)) {
    return new ToolError('not-found', `${name} is not registered: the registry has no record of it.`, {
      reason: 'not-registered',
    });
  }
  const asked = both.flatMap((replies) => replies.asked).filter(({ failure }) => failure !== null);
  const details = { cause: asked };
  if (asked.some(({ outcome }) => outcome === 'limited')) {
    const message = 'The registry is limiting lookups right now. Please try again in a while.';
    return new ToolError('source-failed', message, { ...details, reason: 'source-limited' });
  }
  const busy = asked.find(({ failure }) => failure?.code === 'busy');
  if (busy !== undefined)
    return new ToolError('busy', busy.failure?.meaning ?? '', { ...details, retryAfterSeconds: 5 });
  const limited = asked.find(({ failure }) => failure?.code === 'work-limit');
  if (limited !== undefined) {
    return new ToolError('work-limit', limited.failure?.meaning ?? '', { ...details, reason: 'work-limit' });
  }
  const noService = both.at(-1)?.noService ?? null;
  if (noService !== null && asked.every(({ outcome }) => outcome === 'not-found'))
    return new ToolError('source-failed', noService, { ...details, reason: 'no-service' });
  if (asked.length > 0 && asked.every(({ failure }) => failure?.code === 'timeout')) {
    return new ToolError('timeout', 'The registry did not answer in time.', { ...details, reason: 'timeout' });
  }
  const last = asked.at(-1);
  const why = last === undefined ? reasons['no-service'].meaning : `${last.server}: ${last.failure?.meaning}`;
  const isCutOff = asked.some(({ failure }) => failure?.reason === 'no-public-dns');
  return new ToolError('source-failed', `The registry could not be queried. ${why}`, {
    ...details,
    ...(isCutOff ? { reason: 'no-public-dns' } : {}),
  });
}
