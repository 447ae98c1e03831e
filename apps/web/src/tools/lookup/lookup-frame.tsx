import { type ReactNode, useContext } from 'react';
import { StatusLine } from '../../ui/feedback/status-line.tsx';
import { CheckedContext } from '../checked/checked-context.ts';

export interface LookupFrameProps {
  /** The answer card, or what is shown in its place. */
  readonly top: ReactNode;
  /** The progress line above an outdated, dimmed answer. */
  readonly status?: ReactNode;
  /** True for an outdated, dimmed answer without a progress line. */
  readonly isOld?: boolean;
  /** True for a skeleton, which stays invisible briefly in case the answer comes at once. */
  readonly isLate?: boolean;
  /** False if the top says itself when the answer was measured. */
  readonly hasLine?: boolean;
  /** Below the panels: links to the other tools. */
  readonly foot?: ReactNode;
  /** The panels. */
  readonly children?: ReactNode;
}

/** At least as high as the window, which keeps the footer below it, so nothing visible moves when an answer arrives. */
const frameStyle = { minHeight: '100dvh', alignContent: 'start' } as const;

/** The layout below a tool's field from the first lookup on: card and panels. */
export function LookupFrame(props: LookupFrameProps) {
  const { top, status, isOld = status !== undefined, isLate = false, children } = props;
  const { hasLine = true, foot } = props;
  const checked = useContext(CheckedContext);
  const around = checked === false ? null : checked;
  return (
    <>
      {status}
      <div className={isLate ? 'results late' : 'results'} style={frameStyle} aria-busy={isOld}>
        {/* Rendered in every phase, so that nothing moves when it gets content. */}
        {hasLine && <div className="checked">{around?.line}</div>}
        {top}
        {children}
        {foot}
        {around?.foot && <div className="grid">{around.foot}</div>}
      </div>
    </>
  );
}

export interface LookupLoadingProps {
  readonly text: string;
  onCancel(): void;
  /** The skeleton of the panels. */
  readonly children?: ReactNode;
}

/** Shown until the first answer: a progress line and a skeleton. */
export function LookupLoading({ text, onCancel, children }: LookupLoadingProps) {
  return (
    <LookupFrame top={<StatusLine text={text} onCancel={onCancel} />}>
      {children && <div className="grid">{children}</div>}
    </LookupFrame>
  );
}
