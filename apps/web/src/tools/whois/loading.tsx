import { SkeletonPanel } from '../../ui/skeleton-panel.tsx';
import { StatusLine } from '../../ui/status-line.tsx';
import { LookupFrame } from '../lookup-frame.tsx';
import { texts } from './texts.ts';

/** The line that says what is being done. */
export function Busy() {
  return (
    <div className="grid">
      <StatusLine text={texts.loading} />
    </div>
  );
}

/** What is shown until the first answer: that line, and the shape of what is to come. */
export function Loading() {
  return (
    <LookupFrame top={<Busy />}>
      <SkeletonPanel rows={10} />
      <SkeletonPanel rows={4} />
    </LookupFrame>
  );
}
