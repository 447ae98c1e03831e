import { SkeletonPanel } from '../../ui/skeleton-panel.tsx';
import { LookupLoading } from '../lookup-frame.tsx';
import { texts } from './texts.ts';

/** The shape of the tables to come. */
export function Loading({ onCancel }: { onCancel(): void }) {
  return (
    <LookupLoading text={texts.loading} onCancel={onCancel}>
      <SkeletonPanel rows={2} />
      <SkeletonPanel rows={2} />
      <SkeletonPanel rows={3} />
    </LookupLoading>
  );
}
