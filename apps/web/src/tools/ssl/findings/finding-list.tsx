// In this folder: verdicts in words: reasons, vulnerabilities, advice.

import { withLocalTimes } from '../../../browser/page/local-times.ts';
import { Badge, type Tone } from '../../../ui/tables/badge.tsx';
import { visibleText } from '../../../ui/text/visible-text.ts';

export interface FindingItem {
  readonly name: string;
  readonly tone: Tone;
  readonly badge: string;
  /** Its meaning in plain words. */
  readonly meaning: string;
  /** What the owner of the server can do, unless the meaning says so. */
  readonly remedy?: string;
  /** The evidence. */
  readonly evidence: string | null;
}

/** A list of observations: what was found, what it means, and the evidence. */
export function FindingList({ label, items }: { readonly label: string; readonly items: readonly FindingItem[] }) {
  return (
    <ul className="finds" aria-label={label}>
      {items.map(({ name, tone, badge, meaning, remedy, evidence }) => (
        <li key={name}>
          <Badge tone={tone}>{badge}</Badge>
          <p>
            {meaning}
            {remedy && (
              <span className="remedy">
                <strong>What to do:</strong> {remedy}
              </span>
            )}
            {evidence !== null && <span>{withLocalTimes(visibleText(evidence))}</span>}
          </p>
        </li>
      ))}
    </ul>
  );
}
