import { SkeletonPanel } from '../../ui/feedback/skeleton-panel.tsx';
import { LookupLoading } from '../lookup/lookup-loading.tsx';
import { texts } from './texts.ts';

/** The skeleton of the three panels. */
export function Loading({ onCancel }: { onCancel(): void }) {
  return (
    <LookupLoading text={texts.searching} onCancel={onCancel}>
      <SkeletonPanel rows={7} />
      <SkeletonPanel rows={7} span={5} />
      <SkeletonPanel rows={7} span={7} />
    </LookupLoading>
  );
}
