import { Badge, type Tone } from '../../ui/badge.tsx';
import { visibleText } from '../../ui/visible-text.ts';

export interface FindingItem {
  readonly name: string;
  readonly tone: Tone;
  readonly badge: string;
  /** What it means, in plain words. */
  readonly meaning: string;
  /** What its owner can do about it, where that is no part of the meaning. */
  readonly remedy?: string;
  /** What was seen, in the server's words and ours. */
  readonly evidence: string | null;
}

/** What was found, what it means, and what it rests on. */
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
            {evidence !== null && <span>{visibleText(evidence)}</span>}
          </p>
        </li>
      ))}
    </ul>
  );
}
