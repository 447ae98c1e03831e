import { type ReactNode, use } from 'react';
import { AdSlots } from '../ui/ad-slot.tsx';
import { StatusLine } from '../ui/status-line.tsx';
import { CheckedContext } from './checked-context.ts';

export interface LookupFrameProps {
  /** The answer card, or what stands in its place. */
  readonly top: ReactNode;
  /** What runs while an old answer, dimmed, waits for the new one. */
  readonly status?: ReactNode;
  /** True for an old answer without such a line: dimmed. */
  readonly isOld?: boolean;
  /** True for the shape of an answer to come: not seen before it is clear that the answer is not there at once. */
  readonly isLate?: boolean;
  /** True while the panels are only the shape of what is to come: ads below them would move when it comes. */
  readonly isLoading?: boolean;
  /** The panels. */
  readonly children?: ReactNode;
}

/** At least as high as the window: the footer stays below it, so that nothing in sight moves when an answer comes. */
const frameStyle = { minHeight: '100dvh', alignContent: 'start' } as const;

/** Under a tool's field from the first lookup on: card, panels and, below an answer, ads, always in this order. */
export function LookupFrame(props: LookupFrameProps) {
  const { top, status, isOld = status !== undefined, isLate = false, isLoading = false, children } = props;
  const checked = use(CheckedContext);
  return (
    <>
      {status}
      <div className={isLate ? 'results late' : 'results'} style={frameStyle} aria-busy={isOld}>
        {/* There in every phase, so that nothing moves when it has something to say. */}
        <div className="checked">{checked}</div>
        {top}
        {children && <div className="grid">{children}</div>}
        {!isLoading && <AdSlots />}
      </div>
    </>
  );
}

export interface LookupLoadingProps {
  readonly text: string;
  onCancel(): void;
  /** The shape of the panels to come. */
  readonly children?: ReactNode;
}

/** What is shown until the first answer: what is being done, and what is to come. */
export function LookupLoading({ text, onCancel, children }: LookupLoadingProps) {
  return (
    <LookupFrame isLoading top={<StatusLine text={text} onCancel={onCancel} />}>
      {children}
    </LookupFrame>
  );
}
