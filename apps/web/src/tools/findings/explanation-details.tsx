import type { Explanation } from '@sonde/contract/finding/explanation';
import type { ReactNode } from 'react';
import { codeWords } from '../../ui/text/code-words.tsx';

export interface ExplanationDetailsProps {
  readonly code: string;
  readonly explained: Explanation;
}

/** What a finding means, why it matters, what clients do, and the source. */
export function ExplanationDetails({ code, explained }: ExplanationDetailsProps) {
  const { meaning, importance, effect, remedies, source } = explained;
  return (
    <details className="explained">
      <summary>Explanation</summary>
      <dl>
        <Part name="What it means">{codeWords(meaning)}</Part>
        <Part name="Why it matters">{codeWords(importance)}</Part>
        <Part name="What clients do">{codeWords(effect)}</Part>
        {typeof remedies === 'string' && <Part name="How to fix it">{codeWords(remedies)}</Part>}
        <Part name="Source">
          <a href={source.url} rel="noreferrer">
            {source.name}
          </a>
        </Part>
        <Part name="Code">
          <code>{code}</code>
        </Part>
      </dl>
    </details>
  );
}

function Part({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
