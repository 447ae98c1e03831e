import type { ReactNode } from 'react';

export interface ScrollListProps {
  readonly label: string;
  readonly items: readonly { readonly key: string; readonly content: ReactNode }[];
}

/** A list that scrolls when it is higher than 15rem. */
export function ScrollList({ label, items }: ScrollListProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <ul className="list scroll15" tabIndex={0} aria-label={label}>
      {items.map(({ key, content }) => (
        <li key={key}>{content}</li>
      ))}
    </ul>
  );
}
