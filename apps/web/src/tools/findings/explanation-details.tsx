import type { Explanation } from '@sonde/contract/finding/explanation';
import { type ReactNode, useState } from 'react';
import { CopyButton } from '../../ui/export/copy-button.tsx';
import { CodeBlock } from '../../ui/text/code-block.tsx';

export interface ExplanationDetailsProps {
  readonly code: string;
  readonly explained: Explanation;
  /** The program whose remedy is shown first, if there is one. */
  readonly program?: string | null;
}

/** What a finding means, why it matters, what clients do, how to fix it, and the sources. */
export function ExplanationDetails({ code, explained, program = null }: ExplanationDetailsProps) {
  const { meaning, importance, effect, remedies, source } = explained;
  return (
    <details className="explained">
      <summary>Explanation and remedies</summary>
      <dl>
        <Part name="What it means">{meaning}</Part>
        <Part name="Why it matters">{importance}</Part>
        <Part name="What clients do">{effect}</Part>
        <Part name="How to fix it">
          {typeof remedies === 'string' ? remedies : <Remedies remedies={remedies} program={program} />}
        </Part>
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

/** True for a sentence, false for lines of configuration. */
const isSentence = (text: string) => /^[A-Z][^\n]*\.$/.test(text.trim());

interface RemediesProps {
  readonly remedies: Readonly<Record<string, string>>;
  readonly program: string | null;
}

/** The remedy for one place at a time, with a button for each place. */
function Remedies({ remedies, program }: RemediesProps) {
  // Sorting is stable, so the other places keep their order.
  const places = Object.keys(remedies).toSorted((a, b) => Number(b === program) - Number(a === program));
  const [chosen, setChosen] = useState(places[0] ?? '');
  const text = remedies[chosen] ?? '';
  return (
    <>
      {places.length > 1 ? (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as a row everywhere
        <div className="places" role="group" aria-label="Where">
          {places.map((place) => (
            <button
              className="chip"
              key={place}
              type="button"
              aria-pressed={place === chosen}
              onClick={() => setChosen(place)}
            >
              {place}
            </button>
          ))}
        </div>
      ) : (
        <p className="place">{chosen}</p>
      )}
      {isSentence(text) ? (
        <p>{text}</p>
      ) : (
        <div className="lines">
          <CodeBlock label={`Remedy: ${chosen}`} text={text.trim()} />
          <CopyButton label={`remedy for ${chosen}`} text={text.trim()} />
        </div>
      )}
    </>
  );
}
