import type { ComponentType } from 'react';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { LookupFrame } from './lookup-frame.tsx';

export interface WaitsForPressProps {
  readonly icon: ComponentType<{ className?: string }>;
  readonly title: string;
  /** What a lookup sends, and why it waits. */
  readonly why: string;
  /** The button that starts it. */
  readonly start: { readonly label: string; onStart(): void };
}

/** Opened by a link: the lookup sends something to servers of others, so it waits for a press. */
export function WaitsForPress({ icon, title, why, start }: WaitsForPressProps) {
  const button = (
    <button className="btn" type="button" onClick={start.onStart}>
      {start.label}
    </button>
  );
  return (
    <LookupFrame
      top={
        <EmptyState icon={icon} title={title} action={button}>
          {why}
        </EmptyState>
      }
    />
  );
}
