import { counted } from '@sonde/contract/text/counted';
import { useState } from 'react';
import { linked } from './linked-text.tsx';
import { visibleLines } from './visible-text.ts';

export interface CodeBlockProps {
  readonly label: string;
  readonly text: string;
  /** For records of fields: highlights each line up to its first colon, and links web and mail addresses. */
  readonly tintsKeys?: boolean;
  /** For commands: a line ends between words, and not after the hyphen of an option. */
  readonly keepsWords?: boolean;
}

const KEY = /^([^:\n]{1,60}:)(?= |$)/;

/** A text up to this is shown whole; in a narrow window its lines wrap. */
const SHORT = { lines: 24, characters: 4_000 };

/**
 * A text as received, wrapped, with invisible characters written out. What is longer than its area scrolls in it, and a
 * button below says how long it is, and shows all of it.
 */
export function CodeBlock({ label, text, tintsKeys = false, keepsWords = false }: CodeBlockProps) {
  const [isWhole, setWhole] = useState(false);
  const visible = visibleLines(text);
  const lines = visible.trimEnd().split('\n').length;
  const isShort = lines <= SHORT.lines && visible.length <= SHORT.characters;
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
      <section className={isShort || isWhole ? 'code whole' : 'code'} tabIndex={0} aria-label={label}>
        <pre>{tintsKeys ? tinted(visible) : keepsWords ? inWords(visible) : visible}</pre>
      </section>
      {!isShort && (
        <button className="btn more-lines" type="button" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
          {isWhole ? 'Show fewer lines' : `Show all ${counted(lines, 'line')}`}
        </button>
      )}
    </>
  );
}

function inWords(text: string) {
  return [...text.matchAll(/\s+|\S+/g)].map(({ 0: part, index: offset }) =>
    part.includes('-') ? (
      <span key={offset} className="unbroken">
        {part}
      </span>
    ) : (
      part
    ),
  );
}

function tinted(text: string) {
  return text.split('\n').map((line, index) => {
    const key = KEY.exec(line)?.[1] ?? '';
    const ending = index === 0 ? '' : '\n';
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other identity
      <span key={index}>
        {ending}
        <span className="k">{key}</span>
        {linked(line.slice(key.length))}
      </span>
    );
  });
}
