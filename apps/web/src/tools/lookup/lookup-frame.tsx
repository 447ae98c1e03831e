import { type ReactNode, useContext, useState } from 'react';
import { CheckedContext } from '../checked/checked-context.ts';
import { ElsewhereContext } from '../places/elsewhere-context.ts';
import { frameStyle } from './lookup-loading.tsx';

export interface LookupFrameProps {
  /** The answer card, or what is shown in its place. */
  readonly top: ReactNode;
  /** The progress line above an outdated, dimmed answer. */
  readonly status?: ReactNode;
  /** True for an outdated, dimmed answer without a progress line. */
  readonly isOld?: boolean;
  /** True for a skeleton, which stays invisible briefly in case the answer comes at once. */
  readonly isLate?: boolean;
  /** False if the top says itself when the answer was measured, and shows the answers of other places. */
  readonly hasLine?: boolean;
  /** Below the panels: links to the other tools. */
  readonly foot?: ReactNode;
  /** The panels. */
  readonly children?: ReactNode;
}

/** The layout below a tool's field from the first lookup on: card and panels. */
export function LookupFrame(props: LookupFrameProps) {
  const { top, status, isOld = status !== undefined, isLate = false, children } = props;
  const { hasLine = true, foot } = props;
  const checked = useContext(CheckedContext);
  const elsewhere = useContext(ElsewhereContext);
  const around = checked === false ? null : checked;
  // What has become visible does not appear a second time.
  const [hasAppeared, setAppeared] = useState(false);
  return (
    <>
      {status}
      <div
        className={isLate || hasAppeared ? 'results late' : 'results'}
        style={frameStyle}
        aria-busy={isOld}
        onAnimationStart={({ target, currentTarget }) => {
          if (isLate && target === currentTarget) setAppeared(true);
        }}
      >
        {hasLine && around?.line && <div className="checked">{around.line}</div>}
        {top}
        {hasLine && elsewhere}
        {children && <div className="grid">{children}</div>}
        {foot}
        {around?.foot && <div className="grid">{around.foot}</div>}
      </div>
    </>
  );
}
