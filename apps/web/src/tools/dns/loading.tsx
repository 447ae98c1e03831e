import { SkeletonPanel } from '../../ui/skeleton-panel.tsx';
import { StatusLine } from '../../ui/status-line.tsx';
import { texts } from './messages.ts';

/** What is shown until the first answer: the line that says so, and the shape of the tables to come. */
export function Loading() {
  return (
    <div className="grid">
      <StatusLine text={texts.loading} />
      <SkeletonPanel rows={2} />
      <SkeletonPanel rows={2} />
      <SkeletonPanel rows={3} />
    </div>
  );
}
