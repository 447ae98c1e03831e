import { linked } from './linked-text.tsx';
import { visibleLines } from './visible-text.ts';

export interface CodeBlockProps {
  readonly label: string;
  readonly text: string;
  /** For records of fields: highlights each line up to its first colon, and links web and mail addresses. */
  readonly tintsKeys?: boolean;
}

const KEY = /^([^:\n]{1,60}:)(?= |$)/;

/** A text as received, wrapped, with invisible characters written out. */
export function CodeBlock({ label, text, tintsKeys = false }: CodeBlockProps) {
  const visible = visibleLines(text);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section className="code" tabIndex={0} aria-label={label}>
      <pre>{tintsKeys ? tinted(visible) : visible}</pre>
    </section>
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
