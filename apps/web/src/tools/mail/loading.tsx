import { SkeletonPanel } from '../../ui/feedback/skeleton-panel.tsx';
import { LookupLoading } from '../lookup/lookup-loading.tsx';
import { texts } from './texts.ts';

/** The skeleton of the panels. */
export function Loading({ onCancel }: { onCancel(): void }) {
  return (
    <LookupLoading text={texts.loading} onCancel={onCancel}>
      <SkeletonPanel rows={4} span={12} />
      <SkeletonPanel rows={3} />
      <SkeletonPanel rows={3} />
    </LookupLoading>
  );
}
