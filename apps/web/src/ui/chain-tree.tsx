import type { ReactNode } from 'react';

export interface ChainNode {
  readonly title: string;
  readonly badge?: ReactNode;
  /** The line that leads to the next node: «signed by …». */
  readonly note: string;
  /** What unfolds. */
  readonly details: ReactNode;
}

/** A numbered chain in the order it was served; the first node stands open. */
export function ChainTree({ nodes }: { readonly nodes: readonly ChainNode[] }) {
  return (
    <ol className="chain">
      {nodes.map(({ title, badge, note, details }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: one certificate may stand twice in a chain
        <li key={index}>
          <span className="n">{index + 1}</span>
          <details open={index === 0}>
            <summary>
              {title}
              {badge}
              <span className="by">{note}</span>
            </summary>
            {details}
          </details>
        </li>
      ))}
    </ol>
  );
}
