// pictures/: the requests of an answer on one time axis, and a matrix of versions and families.
import { type DrawnElement, draw, share, svg } from '../../../pictures/drawing.ts';
import { type MarkState, mark } from '../../../pictures/mark.ts';
import type { ReadAnswerOf } from '../../../tool.ts';
import type { web } from '../contract.ts';

type Start = ReadAnswerOf<typeof web>['starts'][number];
type Hop = Start['chain'][number];

/** A redirect more than browsers follow is not drawn. */
const MAX_HOPS = 21;
const ERROR = 400;
const HEIGHT = 12;

/** The parts of a request, in their order; each has a shape of its own, and its words below. */
const PARTS = [
  ['dns', 'DNS'],
  ['tcp', 'TCP'],
  ['tls', 'TLS'],
  ['wait', 'wait'],
  ['body', 'content'],
] as const;

/** Every start as a list of its requests, one below the other, each from where the one before ended. */
export function waterfall({ starts }: Pick<ReadAnswerOf<typeof web>, 'starts'>): DrawnElement | null {
  const drawn = starts.filter(({ chain }) => chain.length > 0);
  if (drawn.length === 0) return null;
  const longest = Math.max(1, ...drawn.map(({ chain }) => chain.reduce((sum, hop) => sum + totalOf(hop), 0)));
  return draw(
    'div',
    { class: 'pic' },
    drawn.map((start) => chainOf(start, longest)),
  );
}

const totalOf = ({ timing }: Hop) => Math.max(0, timing?.totalMs ?? 0);

function chainOf({ url, chain, end }: Start, longest: number): DrawnElement {
  let before = 0;
  const hops = chain.slice(0, MAX_HOPS).map((hop) => {
    const row = hopOf(hop, before, longest);
    before += totalOf(hop);
    return row;
  });
  const last =
    end === 'answered'
      ? null
      : draw('li', { 'data-state': 'bad' }, mark('bad'), draw('strong', {}, endWords[end ?? ''] ?? 'No answer'));
  return draw('ol', { class: 'waterfall', 'aria-label': `Requests from ${url}` }, hops, last);
}

const endWords: Readonly<Record<string, string>> = {
  loop: 'Back to an address before: a circle',
  'too-many': 'Another redirect: too many',
  'refused-location': 'Not followed',
  'bad-location': 'Not an http or https address',
  failed: 'No answer',
};

function hopOf(hop: Hop, before: number, longest: number): DrawnElement {
  const { url, status, address, httpVersion, timing, certificate } = hop;
  const spans = spansOf(hop);
  let at = before;
  const bars = spans.map(([name, , ms]) => {
    const bar = draw('rect', { class: name, x: share(at / longest), width: share(ms / longest), y: 0, height: HEIGHT });
    at += ms;
    return bar;
  });
  const words = spans.map(([, word, ms]) => `${word} ${shown(ms)}`);
  const refused = certificate?.trusted === false ? ', certificate refused' : '';
  return draw(
    'li',
    { 'data-state': stateOf(hop) },
    mark(stateOf(hop)),
    draw('strong', {}, `${status} `, draw('span', { class: 'mono' }, url)),
    svg({ class: 'bar', height: HEIGHT }, bars),
    draw('small', {}, `${address}${httpVersion === null ? '' : `, HTTP/${httpVersion}`}${refused}`),
    timing !== null && draw('small', {}, `${words.join(' · ')} · ${shown(totalOf(hop))} in all`),
  );
}

function stateOf({ status, certificate }: Hop): MarkState {
  if (certificate?.trusted === false) return 'bad';
  if (status >= 500) return 'bad';
  return status >= ERROR ? 'warn' : 'plain';
}

type Span = readonly [className: string, word: string, ms: number];

/** The measured parts; what is left of the whole is the content. */
function spansOf({ timing }: Hop): Span[] {
  if (timing === null) return [];
  const { dnsMs, tcpMs, tlsMs, firstByteMs, totalMs } = timing;
  const measured = [dnsMs, tcpMs, tlsMs, firstByteMs];
  const known = measured.reduce<number>((sum, ms) => sum + (ms ?? 0), 0);
  const all = [...measured, firstByteMs === null || totalMs === null ? null : Math.max(0, totalMs - known)];
  return PARTS.flatMap(([name, word], index): Span[] => {
    const ms = all[index] ?? null;
    return ms === null ? [] : [[name, word, Math.max(0, ms)]];
  });
}

/** `4.2 ms`, `58 ms`, `1.4 s`. */
function shown(ms: number): string {
  if (ms >= 1000) return `${(ms / 1000).toFixed(1)} s`;
  return `${ms >= 10 ? Math.round(ms) : Math.round(ms * 10) / 10} ms`;
}
