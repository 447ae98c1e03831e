import type { ReactNode } from 'react';
import { useRoom } from '../layout/use-room.ts';
import { visibleText } from '../text/visible-text.ts';

export interface ChainNode {
  readonly title: string;
  readonly badge?: ReactNode;
  /** The line to the next node: «signed by …». */
  readonly note: string;
  /** The collapsible content. */
  readonly details: ReactNode;
}

/** A numbered chain in the order served. All nodes are open if there is room, otherwise only the first. */
export function ChainTree({ nodes }: { readonly nodes: readonly ChainNode[] }) {
  const hasRoom = useRoom();
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
