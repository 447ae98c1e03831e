import { SkeletonPanel } from '../../ui/feedback/skeleton-panel.tsx';
import { LookupLoading } from '../lookup/lookup-loading.tsx';
import { texts } from './texts.ts';

/** The skeleton of the registration and the record. */
export function Loading({ onCancel }: { onCancel(): void }) {
  return (
    <LookupLoading text={texts.loading} onCancel={onCancel}>
      <SkeletonPanel rows={4} />
      <SkeletonPanel rows={10} />
    </LookupLoading>
  );
}
