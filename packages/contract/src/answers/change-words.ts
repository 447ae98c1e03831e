import type { FactValue } from '../fact/fact.ts';
import { withoutContacts } from '../snapshots/withheld.ts';
import { formatUtc } from '../text/format-utc.ts';
import type { ToolId } from '../tools/index.ts';
import { answerFacts } from './answer-facts.ts';
import { factLabel, factText } from './change-labels.ts';
import { compareFacts, type FactChange } from './compare.ts';

type Answer = Readonly<Record<string, unknown>>;

/** One change, described for readers. */
export interface ChangeInWords {
  readonly kind: FactChange['kind'];
  /** What has changed. */
  readonly label: string;
  /** The old value and the new one. May quote untrusted text. */
  readonly text: string;
}

export interface ComparisonInWords {
  readonly changes: readonly ChangeInWords[];
  readonly compared: number;
}

/**
 * Describes what has changed from one answer of a tool to a later one.
 * @param before with `isReduced`, an answer kept without contacts: those of the later answer are then ignored.
 */
export function changesInWords(id: ToolId, before: Answer, after: Answer, isReduced = false): ComparisonInWords {
  const later = isReduced ? withoutContacts(id, after).answer : after;
  const { changes, compared } = compareFacts(answerFacts(id, before), answerFacts(id, later));
  return { changes: changes.map((change) => inWords(id, change)), compared };
}

/** Describes the change of one fact. */
export function inWords(id: ToolId, change: FactChange): ChangeInWords {
  return { kind: change.kind, label: factLabel(id, change.path), text: textOf(id, change) };
}

function textOf(id: ToolId, { before, after, added, removed }: FactChange): string {
  if (Array.isArray(before) || Array.isArray(after)) {
    const sentences = [
      ...(added.length > 0 ? [`New: ${added.join(', ')}.`] : []),
      ...(removed.length > 0 ? [`Gone: ${removed.join(', ')}.`] : []),
    ];
    return sentences.join(' ');
  }
  if (before === null) return `${valueText(id, after)}; there was none before.`;
  if (after === null) return `No longer there; it was ${valueText(id, before)}.`;
  return `${valueText(id, after)}; it was ${valueText(id, before)}.`;
}

function valueText(id: ToolId, value: FactValue): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return formatUtc(factText(id, String(value)));
}
