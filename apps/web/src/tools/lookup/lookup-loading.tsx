import type { ReactNode } from 'react';
import { StatusLine } from '../../ui/feedback/status-line.tsx';

/** At least as high as the window, which keeps the footer below it, so nothing visible moves when an answer arrives. */
export const frameStyle = { minHeight: '100dvh', alignContent: 'start' } as const;

export interface LookupLoadingProps {
  readonly text: string;
  onCancel(): void;
  /** The skeleton of the panels. */
  readonly children?: ReactNode;
}

/** Shown until the first answer: a progress line and a skeleton. */
export function LookupLoading({ text, onCancel, children }: LookupLoadingProps) {
  return (
    <div className="results" style={frameStyle}>
      <StatusLine text={text} onCancel={onCancel} />
      {children && <div className="grid">{children}</div>}
    </div>
  );
}
