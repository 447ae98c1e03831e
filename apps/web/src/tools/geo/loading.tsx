import { SkeletonPanel } from '../../ui/skeleton-panel.tsx';
import { StatusLine } from '../../ui/status-line.tsx';
import { LookupFrame } from '../lookup-frame.tsx';
import { texts } from './texts.ts';

/** The line that says what is being done. */
export function Busy() {
  return (
    <div className="grid">
      <StatusLine text={texts.searching} />
    </div>
  );
}

/** What is shown until the first answer: that line, and the shape of the three panels to come. */
export function Loading() {
  return (
    <LookupFrame top={<Busy />}>
      <SkeletonPanel rows={7} />
      <SkeletonPanel rows={7} span={5} />
      <SkeletonPanel rows={7} span={7} />
    </LookupFrame>
  );
}
