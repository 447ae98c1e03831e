import { useState } from 'react';
import { CopyButton } from '../../ui/export/copy-button.tsx';
import { CodeBlock } from '../../ui/text/code-block.tsx';
import { codeWords } from '../../ui/text/code-words.tsx';

interface RemediesProps {
  readonly remedies: Readonly<Record<string, string>>;
  /** The server software, as the server named it. */
  readonly program: string | null;
}

/** True for a sentence, false for lines of configuration. */
const isSentence = (text: string) => /^[A-Z][^\n]*\.$/.test(text.trim());

/** The remedy by server program: a button for each, and the lines of the chosen one. */
export function Remedies({ remedies, program }: RemediesProps) {
  // Sorting is stable, so the other places keep their order.
  const places = Object.keys(remedies).toSorted((a, b) => Number(b === program) - Number(a === program));
  const [chosen, setChosen] = useState(places[0] === program ? program : null);
  const text = chosen === null ? null : (remedies[chosen] ?? '').trim();
  return (
    <div className="by-place">
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as a row everywhere */}
      <div className="places" role="group" aria-label="Where">
        {places.map((place) => (
          <button
            className="chip"
            key={place}
            type="button"
            aria-pressed={place === chosen}
            onClick={() => setChosen(place === chosen ? null : place)}
          >
            {place}
          </button>
        ))}
      </div>
      {text !== null &&
        (isSentence(text) ? (
          <p>{codeWords(text)}</p>
        ) : (
          <div className="lines">
            <CodeBlock label={`Remedy: ${chosen}`} text={text} keepsWords />
            <CopyButton label={`remedy for ${chosen}`} text={text} />
          </div>
        ))}
    </div>
  );
}
