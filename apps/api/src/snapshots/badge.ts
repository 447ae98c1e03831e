import { xmlAttribute, xmlText } from '@sonde/contract/escaping/xml-text';
import { type Finding, findingStates } from '@sonde/contract/finding/finding';
import { verdictOf } from '@sonde/contract/finding/severity';
import { verdictOfState } from '@sonde/contract/finding/verdict';
import { verdictWords } from '@sonde/contract/finding/verdict-words';
import type { Snapshot } from '@sonde/contract/snapshots/snapshot';
import * as z from 'zod';
import { findingsIn } from './snapshot-findings.ts';

const HEIGHT = 20;
const PADDING = 8;
/** Width reserved per character of Verdana at 11 px, the usual font of badges; few letters are wider. */
const LETTER = 7;
const MAX_TARGET = 60;

const colours = { good: '#15803d', note: '#475569', unknown: '#475569', warn: '#b45309', bad: '#b91c1c' } as const;
const NOT_JUDGED = '#475569';
const LABEL = '#1e293b';

/** What a badge shows of a snapshot, stored beside it. */
export const BadgeFacts = z.object({
  target: z.string(),
  /** The state of the verdict; null if nothing was judged. */
  state: z.enum(findingStates).nullable(),
  /** The verdict in short. */
  verdict: z.string(),
  measuredAt: z.string(),
});
export type BadgeFacts = z.infer<typeof BadgeFacts>;

export function badgeFacts(snapshot: Pick<Snapshot, 'target' | 'parts' | 'keptAt'>): BadgeFacts {
  const findings = findingsIn(snapshot);
  return {
    target: snapshot.target,
    state: verdictOf(findings)?.state ?? null,
    verdict: verdictInShort(findings),
    measuredAt: snapshot.parts[0]?.measuredAt ?? snapshot.keptAt,
  };
}

/** Renders an SVG badge for other sites: target, short verdict and date of the kept result, never anything newer. */
export function badge({ target, state, verdict, measuredAt }: BadgeFacts): string {
  const left = shortened(target);
  const right = `${verdict} · ${dayOf(measuredAt)}`;
  const leftWidth = widthOf(left);
  const width = leftWidth + widthOf(right);
  const title = `${left}: ${right}`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${HEIGHT}" viewBox="0 0 ${width} ${HEIGHT}" role="img" aria-label="${xmlAttribute(title)}">`,
    `<title>${xmlText(title)}</title>`,
    `<rect width="${width}" height="${HEIGHT}" rx="3" fill="${LABEL}"/>`,
    `<path d="M${leftWidth} 0H${width - 3}a3 3 0 0 1 3 3V${HEIGHT - 3}a3 3 0 0 1-3 3H${leftWidth}z" fill="${state === null ? NOT_JUDGED : colours[state]}"/>`,
    '<g fill="#fff" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11">',
    text(left, PADDING, leftWidth),
    text(right, leftWidth + PADDING, width - leftWidth),
    '</g></svg>\n',
  ].join('');
}

const widthOf = (words: string) => [...words].length * LETTER + 2 * PADDING;

/** Renders a text scaled to the width of its half, whatever font is available. */
function text(words: string, x: number, room: number): string {
  return `<text x="${x}" y="14" textLength="${room - 2 * PADDING}" lengthAdjust="spacingAndGlyphs">${xmlText(words)}</text>`;
}

/** Shortens the target, and replaces characters that are invalid in XML (XML 1.0, section 2.2) or change text direction. */
function shortened(target: string): string {
  const shown = target.replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Cn}]/gu, '�');
  const letters = [...shown];
  return letters.length > MAX_TARGET ? `${letters.slice(0, MAX_TARGET - 1).join('')}…` : shown;
}

const dayOf = (iso: string) =>
  new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' }).format(
    new Date(iso),
  );

/** The word of the verdict: that of the most severe finding. */
function verdictInShort(findings: readonly Finding[]): string {
  const worst = verdictOf(findings);
  return worst === null ? 'not judged' : verdictWords[verdictOfState(worst.state)].toLowerCase();
}
