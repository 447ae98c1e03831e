import { SkeletonPanel } from '../../ui/feedback/skeleton-panel.tsx';
import { LookupLoading } from '../lookup/lookup-loading.tsx';
import { texts } from './texts.ts';

/** The skeleton of registration, bits and notations. */
export function Loading({ onCancel }: { onCancel(): void }) {
  return (
    <LookupLoading text={texts.loading} onCancel={onCancel}>
      <SkeletonPanel rows={3} />
      <SkeletonPanel rows={2} />
      <SkeletonPanel rows={6} />
    </LookupLoading>
  );
}
