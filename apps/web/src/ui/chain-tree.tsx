import { type ReactNode, useState } from 'react';
import { visibleText } from './visible-text.ts';

export interface ChainNode {
  readonly title: string;
  readonly badge?: ReactNode;
  /** The line that leads to the next node: «signed by …». */
  readonly note: string;
  /** What unfolds. */
  readonly details: ReactNode;
}

/** A numbered chain in the order it was served; where there is room all nodes stand open, else the first. */
export function ChainTree({ nodes }: { readonly nodes: readonly ChainNode[] }) {
  const [hasRoom] = useState(() => matchMedia('(width >= 768px)').matches);
  return (
    <ol className="chain">
      {nodes.map(({ title, badge, note, details }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: one certificate may stand twice in a chain
        <li key={index}>
          <span className="n">{index + 1}</span>
          <details open={hasRoom || index === 0}>
            <summary>
              {visibleText(title)}
              {badge}
              <span className="by">{visibleText(note)}</span>
            </summary>
            {details}
          </details>
        </li>
      ))}
    </ol>
  );
}
